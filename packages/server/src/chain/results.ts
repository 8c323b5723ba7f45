import { setTimeout } from 'node:timers/promises';
import { outcomeNumbers } from '@trigpoint/proofs';
import type { Db, Tx } from '../db/driver.ts';
import { hourMs } from '../times.ts';
import type { OnChainChallenge } from './rpc-endpoints.ts';
import * as store from './store.ts';

/** What recording needs from the chain. Calling a method twice for the same result does no harm. */
export interface ResultChain {
  /** The coordinator's address, lower case. */
  readonly sender: string;
  /** The newest state of a challenge. */
  challenge(id: bigint): Promise<OnChainChallenge>;
  /** How many transactions of the sender are in blocks: up to the newest block, and up to the newest confirmed block. */
  nonces(): Promise<{ newest: number; confirmed: number }>;
  /** Signs the transaction of a result. `raises` says how often the fee was raised. */
  sign(result: Signable, nonce: number, raises: number): Promise<{ raw: `0x${string}`; txHash: `0x${string}` }>;
  /** The root of the log that the contract has; undefined for a contract that stores none. `recordedAt` is in milliseconds. */
  logRoot?(): Promise<{ readonly size: number; readonly recordedAt: number } | undefined>;
  /** Sends a signed transaction to the chain. Does not throw if the chain knows or has mined it already. */
  send(raw: `0x${string}`): Promise<void>;
  receipt(txHash: `0x${string}`): Promise<{ succeeded: boolean; confirmed: boolean } | undefined>;
}

type Signable = Pick<store.ResultRow, 'challengeId' | 'outcome' | 'resultHash' | 'logSize' | 'logRoot'>;

/** The state of the transparency log: how many entries it has, and the root of their tree in hex. */
export interface LogHead {
  readonly size: number;
  readonly root: string;
}

interface ResultRecorderOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly chain: ResultChain;
  /** What was judged. If absent, it is not compared with what the chain has. */
  readonly judged?: (challengeId: string) => Promise<{ readonly payer: string; readonly info: string } | undefined>;
  /** The newest checkpoint of the log. Its root is written to the chain now and then. If absent, none is. */
  readonly logHead?: () => Promise<LogHead>;
  /** The name of this process in the lease. */
  readonly owner: string;
  readonly warn: (problem: string, error: unknown) => void;
}

const leaseMs = 30_000;
const pollMs = 1_000;
/** How many transactions may be in no block at a time. One that is stuck in the endpoint's pool delays all after it. */
const maxUnmined = 16;
/** How many may be unconfirmed at a time. Each is asked about at every step. */
const maxUnconfirmed = 64;
/** A transaction that is in no block after this long gets a higher fee. */
const raiseAfterMs = 180_000;
/** Each raise adds a quarter: ten of them make nine times the fee. */
const maxRaises = 10;
const retryMs = 15_000;
/** A root of the log is written at most this often. That is enough to prove a fork later, and it is cheap. */
const logRootEveryMs = hourMs;

/**
 * Writes results to the chain, each at most once. A transaction is signed, stored with its nonce, and only then sent. If the
 * process is killed in between, the next one sends the same bytes again, and the chain takes them once.
 */
export class ResultRecorder {
  readonly #options: ResultRecorderOptions;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: ResultRecorderOptions) {
    this.#options = options;
  }

  /** Puts a result into the queue, in the transaction that ends the challenge. */
  static queue(
    tx: Tx,
    it: {
      challengeId: string;
      verified: keyof typeof outcomeNumbers;
      resultHash: `0x${string}`;
      at: number;
    },
  ): Promise<number> {
    const { challengeId, resultHash, at } = it;
    return store.insertResult(tx, { challengeId, outcome: outcomeNumbers[it.verified], resultHash, at });
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    const { db, chain, owner } = this.#options;
    await db.write((tx) => store.releaseSender(tx, chain.sender, owner));
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.step().catch((error: unknown) => this.#options.warn('recording results on the chain failed', error));
      await setTimeout(pollMs, undefined, { signal }).catch(() => {});
    }
  }

  /** Checks what became of sent transactions, then sends what waits. Does nothing while another node holds the key's lease. */
  async step(): Promise<void> {
    const { db, now, chain, owner } = this.#options;
    const at = now();
    if (!(await db.write((tx) => store.takeSender(tx, chain.sender, owner, at, at + leaseMs)))) return;
    const sent = await store.listSent(db, chain.sender);
    const counts = { over: 0, mined: 0, unmined: 0 };
    const nonces = sent.length > 0 ? await chain.nonces() : undefined;
    let next = nonces?.newest;
    for (const row of sent) {
      const [nonce, expected] = [row.nonce as number, next as number];
      const isBehindGap = nonce > expected && this.#isOld(row);
      const became = await this.#becameOf(row, nonces?.confirmed as number, isBehindGap);
      counts[became]++;
      if (!isBehindGap || became === 'mined') next = Math.max(expected, nonce + 1);
    }
    const free = Math.min(maxUnmined - counts.unmined, maxUnconfirmed - counts.unmined - counts.mined);
    for (const row of await store.listWaiting(db, now(), Math.max(0, free))) {
      next ??= (await chain.nonces()).newest;
      if (await this.#record(row, next)) next++;
    }
  }

  /**
   * Asks the chain what became of a sent transaction. Behind a nonce that nobody used it stays in no block for ever, because
   * an endpoint once told a wrong count. Then the result gets another nonce.
   */
  async #becameOf(
    row: store.ResultRow,
    confirmedNonce: number,
    isBehindGap: boolean,
  ): Promise<'over' | 'mined' | 'unmined'> {
    const { db, now, chain, warn } = this.#options;
    const receipt = await chain.receipt(row.txHash);
    if (receipt?.confirmed && receipt.succeeded) return this.#end(row, 'recorded', '');
    if (receipt && !receipt.confirmed) return 'mined';
    if (!receipt && isBehindGap) {
      await db.write((tx) => store.noteLost(tx, row.challengeId, row.txHash, now()));
      return 'over';
    }
    if (receipt || (row.nonce as number) < confirmedNonce) {
      // The contract refused it, or another transaction has its nonce. That may be an earlier version of this one with a
      // lower fee.
      const { status } = await chain.challenge(BigInt(row.challengeId));
      if (status === 'completed') return this.#end(row, 'recorded', '');
      const mayBeTheRoot = status === 'submitted' && (row.logSize ?? 0) > 0;
      if (status !== 'submitted' || (receipt && !mayBeTheRoot))
        return this.#end(row, 'dropped', 'the contract refused it');
      await db.write(async (tx) => {
        await store.noteLost(tx, row.challengeId, row.txHash, now());
        if (receipt) await store.noteLogRoot(tx, row.challengeId, { size: 0, root: '' });
      });
      return 'over';
    }
    if (this.#isOld(row) && row.raises < maxRaises) await this.#raise(row);
    else await chain.send(row.raw).catch((error: unknown) => warn('sending a result again failed', error));
    return 'unmined';
  }

  #isOld(row: store.ResultRow): boolean {
    return this.#options.now() - (row.signedAt as number) > raiseAfterMs;
  }

  async #raise(row: store.ResultRow): Promise<void> {
    const { db, now, chain } = this.#options;
    const signed = await chain.sign(row, row.nonce as number, row.raises + 1);
    const { challengeId, txHash: oldHash } = row;
    await db.write((tx) => store.noteReplaced(tx, { challengeId, oldHash, ...signed, at: now() }));
    await chain.send(signed.raw);
  }

  /** Returns whether the nonce was used. */
  async #record(row: store.ResultRow, nonce: number): Promise<boolean> {
    const { db, now, chain, warn } = this.#options;
    const { challengeId } = row;
    const { status, expiration, requester, info } = await chain.challenge(BigInt(challengeId));
    if (status === 'none') {
      await db.write((tx) => store.postponeResult(tx, challengeId, now() + retryMs));
      return false;
    }
    const judged = await this.#options.judged?.(challengeId);
    const isOther = judged && (judged.payer !== requester.toLowerCase() || judged.info !== info);
    const isLate = status === 'timed_out' || (status === 'submitted' && expiration * 1000 < now());
    if (status === 'completed') await this.#end(row, 'recorded', '');
    else if (isLate) await this.#end(row, 'dropped', 'the request expired on the chain');
    else if (isOther) await this.#end(row, 'dropped', 'the chain has another request under this id');
    if (status === 'completed' || isLate || isOther) return false;
    const along = row.logSize === null ? await this.#rootToTake() : undefined;
    if (along) await db.write((tx) => store.noteLogRoot(tx, challengeId, along));
    const signed = await chain.sign(along ? { ...row, logSize: along.size, logRoot: along.root } : row, nonce, 0);
    const noted = { challengeId, sender: chain.sender, nonce, ...signed, at: now() };
    if ((await db.write((tx) => store.noteSigned(tx, noted))) !== 1) return false;
    await chain.send(signed.raw).catch((error: unknown) => warn('sending a result failed', error));
    return true;
  }

  /** The newest root of the log, if the contract stores roots and an hour has passed since the last one. */
  async #rootToTake(): Promise<LogHead | undefined> {
    const { db, now, chain, logHead, warn } = this.#options;
    if (!logHead || !chain.logRoot || now() - (await store.lastLogRootAt(db)) < logRootEveryMs) return undefined;
    try {
      const last = await chain.logRoot();
      if (!last || now() - last.recordedAt < logRootEveryMs) return undefined;
      const head = await logHead();
      return head.size > last.size ? head : undefined;
    } catch (error) {
      // The result is written without a root.
      warn('asking for the root of the log on the chain failed', error);
      return undefined;
    }
  }

  async #end(row: store.ResultRow, state: 'recorded' | 'dropped', reason: string): Promise<'over'> {
    await this.#options.db.write((tx) => store.noteEnded(tx, row.challengeId, state, reason));
    if (state === 'dropped') this.#options.warn(`result of challenge ${row.challengeId} dropped`, new Error(reason));
    return 'over';
  }
}
