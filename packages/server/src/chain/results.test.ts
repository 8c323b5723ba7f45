import { text } from 'node:stream/consumers';
import { testServer } from '@trigpoint/proofs/testing';
import { parseTransaction } from 'viem';
import { beforeEach, expect, test } from 'vitest';
import type { Db } from '../db/driver.ts';
import { eachDriver } from '../db/testing.ts';
import { openResultChain } from './result-chain.ts';
import { type ResultChain, ResultRecorder } from './results.ts';
import type { OnChainChallenge } from './rpc-endpoints.ts';

interface Sent {
  readonly id: string;
  readonly nonce: number;
  readonly fee: number;
  readonly logSize: number;
}

/** The part of a chain that results meet: a pool, blocks that take from it in the order of nonces, one result per challenge. */
class Ledger implements ResultChain {
  readonly sender = '0xc0';
  readonly pool = new Map<string, Sent>();
  readonly mined = new Map<string, boolean>();
  readonly challenges = new Map<string, OnChainChallenge['status']>();
  nonce = 0;
  sends = 0;
  expiration = Number.MAX_SAFE_INTEGER / 1000;
  reachable = true;
  confirms = true;
  asked: Pick<OnChainChallenge, 'requester' | 'info'> = { requester: '0x', info: '0x' };

  async challenge(id: bigint): Promise<OnChainChallenge> {
    const status = this.challenges.get(String(id)) ?? 'none';
    return { ...this.asked, attributeId: '', submittedBlock: 0, expiration: this.expiration, status };
  }
  async nonces() {
    return { newest: this.nonce, confirmed: this.nonce };
  }
  readonly roots = new Map<string, number>();
  root: { size: number; recordedAt: number } | undefined = { size: 0, recordedAt: 0 };
  async logRoot() {
    return this.root;
  }
  async sign(
    { challengeId: id, logSize }: { challengeId: string; logSize: number | null },
    nonce: number,
    fee: number,
  ) {
    this.roots.set(id, logSize ?? 0);
    const sent: Sent = { id, nonce, fee, logSize: logSize ?? 0 };
    const raw = `0x${Buffer.from(JSON.stringify(sent)).toString('hex')}` as const;
    return { raw, txHash: raw };
  }
  async send(raw: `0x${string}`) {
    if (!this.reachable) throw new Error('no node answers');
    this.sends++;
    if (!this.mined.has(raw)) this.pool.set(raw, JSON.parse(Buffer.from(raw.slice(2), 'hex').toString()));
  }
  async receipt(hash: `0x${string}`) {
    const succeeded = this.mined.get(hash);
    return succeeded === undefined ? undefined : { succeeded, confirmed: this.confirms };
  }
  /** A contract whose log is further takes no result with a root. */
  refusesRoots = false;
  /** Mines what can be mined, the best fee first; tells how many. */
  mine(): number {
    let count = 0;
    for (;;) {
      const next = [...this.pool].filter(([, it]) => it.nonce === this.nonce).sort(([, a], [, b]) => b.fee - a.fee)[0];
      if (!next) return count;
      const [hash, { id, logSize }] = next;
      const isTaken = this.challenges.get(id) === 'submitted' && !(this.refusesRoots && logSize > 0);
      for (const [other, it] of this.pool) if (it.nonce <= this.nonce) this.pool.delete(other);
      this.mined.set(hash, isTaken);
      if (isTaken) this.challenges.set(id, 'completed');
      this.nonce++;
      count++;
    }
  }
}

test('an endpoint that lies about fees cannot spend the account', async () => {
  const gwei = 10n ** 9n;
  const block = { number: '0x10', hash: `0x${'11'.repeat(32)}`, baseFeePerGas: '0x3b9aca00', timestamp: '0x1' };
  const answers: Record<string, unknown> = {
    eth_getBlockByNumber: block,
    eth_maxPriorityFeePerGas: `0x${(5_000_000n * gwei).toString(16)}`,
  };
  const rpcUrl = await testServer(async (request, response) => {
    const { id, method } = JSON.parse(await text(request));
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] }));
  });
  const config = { rpcUrls: [rpcUrl], id: 1, requestHandler: `0x${'22'.repeat(20)}` as const };
  const opened = openResultChain({ ...config, confirmations: 12, maxFeeGwei: 30 }, `0x${'33'.repeat(32)}`);
  const result = {
    challengeId: '1',
    outcome: 1,
    resultHash: `0x${'44'.repeat(32)}` as const,
    logSize: null,
    logRoot: '',
  };
  for (const raises of [0, 10]) {
    const { maxFeePerGas, maxPriorityFeePerGas } = parseTransaction((await opened.sign(result, 0, raises)).raw);
    expect([maxFeePerGas, maxPriorityFeePerGas]).toEqual([30n * gwei, 30n * gwei]);
  }
  block.baseFeePerGas = '0x1';
  answers.eth_maxPriorityFeePerGas = '0x64';
  expect(parseTransaction((await opened.sign(result, 0, 0)).raw)).toMatchObject({
    maxPriorityFeePerGas: 100n,
    maxFeePerGas: 102n,
  });
});

eachDriver('results on the chain', (place) => {
  let db: Db;
  let chain: Ledger;
  const clock = { now: 1_000_000 };
  const recorder = (owner = 'one') => new ResultRecorder({ db, now: () => clock.now, chain, owner, warn: () => {} });
  const queue = (ids: readonly string[], verified: 'true' | 'inconclusive' = 'true') =>
    db.write(async (tx) => {
      for (const challengeId of ids)
        await ResultRecorder.queue(tx, {
          challengeId,
          verified,
          resultHash: `0x${'ab'.repeat(32)}`,
          at: clock.now,
        });
    });
  const states = async () =>
    (await db.all('SELECT challenge_id, state FROM chain_result ORDER BY created_at, challenge_id')).map(
      (it) => it.state,
    );

  beforeEach(async () => {
    db = await place.open();
    chain = new Ledger();
    for (const id of ['1', '2', '3', '4']) chain.challenges.set(id, 'submitted');
  });

  test('each is sent once, in the order of nonces, and noted when the chain has it', async () => {
    await queue(['1', '2', '3']);
    await queue(['1']);
    await recorder().step();
    expect([...chain.pool.values()].map((it) => it.nonce)).toEqual([0, 1, 2]);
    expect(await states()).toEqual(['sent', 'sent', 'sent']);
    expect(chain.mine()).toBe(3);
    await recorder().step();
    expect(await states()).toEqual(['recorded', 'recorded', 'recorded']);
    await recorder().step();
    expect(chain.nonce).toBe(3);
  });

  const withLog = (size: number) =>
    new ResultRecorder({
      ...{ db, now: () => clock.now, chain, owner: 'one', warn: () => {} },
      logHead: async () => ({ size, root: 'cd'.repeat(32) }),
    });

  test('the root of the log goes along with one result an hour, if it is newer than what the chain has', async () => {
    clock.now = 50_000_000;
    await queue(['1', '2']);
    await withLog(7).step();
    expect([chain.roots.get('1'), chain.roots.get('2')]).toEqual([7, 0]);
    chain.mine();
    chain.root = { size: 7, recordedAt: clock.now };
    clock.now += 3_500_000;
    await queue(['3']);
    await withLog(9).step();
    expect(chain.roots.get('3')).toBe(0);
    clock.now += 200_000;
    await queue(['4']);
    await withLog(7).step();
    expect(chain.roots.get('4')).toBe(0);
    chain.challenges.set('5', 'submitted');
    await queue(['5']);
    await withLog(9).step();
    expect(chain.roots.get('5')).toBe(9);
  });

  test('a contract that keeps no roots, or refuses one, gets the result alone', async () => {
    clock.now = 50_000_000;
    chain.root = undefined;
    await queue(['1']);
    await withLog(7).step();
    expect(chain.roots.get('1')).toBe(0);
    chain.root = { size: 0, recordedAt: 0 };
    chain.refusesRoots = true;
    await queue(['2']);
    await withLog(7).step();
    expect(chain.roots.get('2')).toBe(7);
    chain.mine();
    for (let i = 0; i < 3; i++) {
      await withLog(8).step();
      chain.mine();
    }
    expect(chain.roots.get('2')).toBe(0);
    expect(chain.challenges.get('2')).toBe('completed');
    expect(await states()).toEqual(['recorded', 'recorded']);
  });

  test('what could not be sent is sent again, the same bytes', async () => {
    await queue(['1']);
    chain.reachable = false;
    await recorder().step();
    chain.reachable = true;
    await recorder().step();
    await recorder().step();
    expect(chain.pool.size).toBe(1);
    chain.mine();
    await recorder().step();
    expect(await states()).toEqual(['recorded']);
  });

  test('one that no block takes gets a better fee under the same nonce', async () => {
    await queue(['1']);
    await recorder().step();
    clock.now += 200_000;
    await recorder().step();
    clock.now += 200_000;
    await recorder().step();
    expect([...chain.pool.values()].map(({ nonce, fee }) => [nonce, fee])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
    ]);
    chain.mine();
    await recorder().step();
    expect(await states()).toEqual(['recorded']);
    expect(chain.nonce).toBe(1);
  });

  test('an earlier version that was mined after all counts', async () => {
    await queue(['1']);
    await recorder().step();
    const [first] = chain.pool;
    clock.now += 200_000;
    await recorder().step();
    chain.pool.clear();
    if (first) chain.pool.set(...first);
    chain.mine();
    await recorder().step();
    expect(await states()).toEqual(['recorded']);
  });

  test('a nonce that another transaction took is left, and the result gets a new one', async () => {
    await queue(['1']);
    await recorder().step();
    chain.pool.clear();
    chain.nonce = 1;
    await recorder().step();
    await recorder().step();
    expect([...chain.pool.values()].map((it) => it.nonce)).toEqual([1]);
    chain.mine();
    await recorder().step();
    expect(await states()).toEqual(['recorded']);
  });

  test('one false count of transactions is overcome, and what was sent with it is sent anew', async () => {
    const honest = chain.nonces.bind(chain);
    chain.nonces = async () => ({ newest: 1_000_000, confirmed: 0 });
    await queue(['1']);
    await recorder().step();
    chain.nonces = honest;
    await queue(['2']);
    await recorder().step();
    expect(chain.mine()).toBe(0);
    clock.now += 181_000;
    await queue(['3']);
    for (let i = 0; i < 3; i++) {
      await recorder().step();
      chain.mine();
    }
    expect(await states()).toEqual(['recorded', 'recorded', 'recorded']);
    expect(chain.nonce).toBe(3);
  });

  test('an endpoint that lags behind makes no nonce be used twice', async () => {
    await queue(['1', '2', '3']);
    await recorder().step();
    chain.confirms = false;
    chain.mine();
    const honest = chain.nonces.bind(chain);
    chain.nonces = async () => ({ newest: 0, confirmed: 0 });
    clock.now += 181_000;
    await queue(['4']);
    await recorder().step();
    chain.nonces = honest;
    expect([...chain.pool.values()].map((it) => [it.id, it.nonce])).toEqual([['4', 3]]);
    chain.confirms = true;
    chain.mine();
    await recorder().step();
    expect(await states()).toEqual(Array(4).fill('recorded'));
  });

  test('a flood of results without a verdict goes after one with a verdict, and blocks that wait for others hold up nobody', async () => {
    const ids = Array.from({ length: 100 }, (_, i) => String(i + 10));
    for (const id of ids) chain.challenges.set(id, 'submitted');
    await queue(ids, 'inconclusive');
    clock.now += 1;
    await queue(['1']);
    await recorder().step();
    expect(chain.pool.size).toBe(16);
    expect([...chain.pool.values()][0]?.id).toBe('1');
    chain.confirms = false;
    for (let i = 0; i < 6; i++) {
      chain.mine();
      await recorder().step();
    }
    expect([chain.nonce, chain.pool.size]).toEqual([64, 0]);
    chain.confirms = true;
    for (let i = 0; i < 4; i++) {
      await recorder().step();
      chain.mine();
    }
    await recorder().step();
    expect(new Set(await states())).toEqual(new Set(['recorded']));
  });

  test('a verdict is not written on another request than the one that was judged', async () => {
    chain.asked = { requester: '0xAB', info: '0x01' };
    const judged = {
      '1': { payer: '0xab', info: '0x01' },
      '2': { payer: '0xab', info: '0x02' },
      '3': { payer: '0xcd', info: '0x01' },
    };
    await queue(['1', '2', '3', '4']);
    const options = { db, now: () => clock.now, chain, owner: 'one', warn: () => {} };
    await new ResultRecorder({ ...options, judged: async (id) => judged[id as keyof typeof judged] }).step();
    expect(await states()).toEqual(['sent', 'dropped', 'dropped', 'sent']);
  });

  test('what the chain has already, or no longer takes, is not sent', async () => {
    chain.challenges.set('1', 'completed');
    chain.challenges.set('2', 'timed_out');
    await queue(['1', '2', '99']);
    await recorder().step();
    expect(chain.sends).toBe(0);
    expect(await states()).toEqual(['recorded', 'dropped', 'waiting']);
    chain.expiration = clock.now / 1000 - 1;
    await queue(['3']);
    await recorder().step();
    expect((await states())[2]).toBe('dropped');
    expect(chain.sends).toBe(0);
  });

  test('a result that the contract refuses is dropped with its nonce', async () => {
    await queue(['1', '2']);
    await recorder().step();
    chain.challenges.set('1', 'timed_out');
    chain.mine();
    await recorder().step();
    expect(await states()).toEqual(['dropped', 'recorded']);
  });

  test('of two nodes one sends; when it is gone the other goes on', async () => {
    await queue(['1', '2']);
    await Promise.all([recorder('one').step(), recorder('two').step()]);
    expect([...chain.pool.values()].map((it) => it.nonce)).toEqual([0, 1]);
    await queue(['3']);
    const [{ lease_owner: holder } = { lease_owner: '' }] = await db.all('SELECT lease_owner FROM chain_sender');
    const other = holder === 'one' ? 'two' : 'one';
    await recorder(other).step();
    expect(chain.pool.size).toBe(2);
    clock.now += 31_000;
    await recorder(other).step();
    expect(chain.pool.size).toBe(3);
  });
});
