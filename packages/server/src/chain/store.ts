import { outcomeNumbers } from '@trigpoint/proofs';
import { column, columnsOf, number, type RecordOf, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';

const fields = {
  challengeId: text,
  outcome: number,
  resultHash: column<`0x${string}`>(),
  state: column<'waiting' | 'sent' | 'recorded' | 'dropped'>(),
  reason: text,
  nonce: column<number | null>(),
  raw: column<`0x${string}`>(),
  txHash: column<`0x${string}`>(),
  signedAt: column<number | null>(),
  raises: number,
  /** The size of the log whose root is written with the result. Null without a root, 0 after the contract refused one. */
  logSize: column<number | null>(),
  logRoot: text,
};
export type ResultRow = RecordOf<typeof fields>;
const results = columnsOf(fields);

export const insertResult = (tx: Tx, it: Pick<ResultRow, 'challengeId' | 'outcome' | 'resultHash'> & { at: number }) =>
  tx.run(
    `INSERT INTO chain_result (challenge_id, outcome, result_hash, state, reason, sender, nonce, raw, tx_hash,
       signed_at, raises, created_at, due_at)
     VALUES (?, ?, ?, 'waiting', '', '', NULL, '', '', NULL, 0, ?, ?) ON CONFLICT (challenge_id) DO NOTHING`,
    [it.challengeId, it.outcome, it.resultHash, it.at, it.at],
  );

/** Takes or renews the lease for sending with a key. */
export const takeSender = async (
  tx: Tx,
  sender: string,
  owner: string,
  now: number,
  leaseUntil: number,
): Promise<boolean> => {
  await tx.run(
    `INSERT INTO chain_sender (sender, lease_owner, lease_until) VALUES (?, '', 0) ON CONFLICT (sender) DO NOTHING`,
    [sender],
  );
  const changed = await tx.run(
    'UPDATE chain_sender SET lease_owner = ?, lease_until = ? WHERE sender = ? AND (lease_owner = ? OR lease_until <= ?)',
    [owner, leaseUntil, sender, owner, now],
  );
  return changed === 1;
};

export const releaseSender = (tx: Tx, sender: string, owner: string) =>
  tx.run('UPDATE chain_sender SET lease_until = 0 WHERE sender = ? AND lease_owner = ?', [sender, owner]);

export const listSent = (db: Reader, sender: string): Promise<ResultRow[]> =>
  results.list(db, `SELECT * FROM chain_result WHERE state = 'sent' AND sender = ? ORDER BY nonce`, [sender]);

/** Those with a verdict first: anybody makes many others at little cost, by requests that their own prover declines. */
export const listWaiting = (db: Reader, now: number, limit: number): Promise<ResultRow[]> =>
  results.list(
    db,
    `SELECT * FROM chain_result WHERE due_at <= ? AND state = 'waiting' ORDER BY (CASE WHEN outcome = ${outcomeNumbers.inconclusive} THEN 1 ELSE 0 END), due_at, challenge_id LIMIT ?`,
    [now, limit],
  );

/** Stores a signed transaction before it is sent, once. Throws if another result has this nonce. */
export const noteSigned = (
  tx: Tx,
  it: { challengeId: string; sender: string; nonce: number; raw: string; txHash: string; at: number },
) =>
  tx.run(
    `UPDATE chain_result SET state = 'sent', sender = ?, nonce = ?, raw = ?, tx_hash = ?, signed_at = ?
     WHERE challenge_id = ? AND state = 'waiting'`,
    [it.sender, it.nonce, it.raw, it.txHash, it.at, it.challengeId],
  );

/** Stores which root of the log is written with a result, before it is signed. */
export const noteLogRoot = (tx: Tx, challengeId: string, { size, root }: { size: number; root: string }) =>
  tx.run(`UPDATE chain_result SET log_size = ?, log_root = ? WHERE challenge_id = ? AND state = 'waiting'`, [
    size,
    root,
    challengeId,
  ]);

/** When a result with a root of the log was last signed. */
export const lastLogRootAt = async (db: Reader): Promise<number> =>
  Number(
    (await db.get(`SELECT MAX(signed_at) AS at FROM chain_result WHERE log_size > 0 AND state IN ('sent', 'recorded')`))
      ?.at ?? 0,
  );

/** Replaces a transaction by one with the same nonce and a higher fee. Only one of the two can be mined. */
export const noteReplaced = (
  tx: Tx,
  it: { challengeId: string; oldHash: string; raw: string; txHash: string; at: number },
) =>
  tx.run(
    `UPDATE chain_result SET raw = ?, tx_hash = ?, signed_at = ?, raises = raises + 1
     WHERE challenge_id = ? AND state = 'sent' AND tx_hash = ?`,
    [it.raw, it.txHash, it.at, it.challengeId, it.oldHash],
  );

export const noteEnded = (tx: Tx, challengeId: string, state: 'recorded' | 'dropped', reason: string) =>
  tx.run(
    `UPDATE chain_result SET state = ?, reason = ?, due_at = NULL WHERE challenge_id = ? AND state IN ('waiting', 'sent')`,
    [state, reason, challengeId],
  );

/** Puts a result back into the queue. Another transaction took its nonce, so its own can never be mined. */
export const noteLost = (tx: Tx, challengeId: string, txHash: string, dueAt: number) =>
  tx.run(
    `UPDATE chain_result SET state = 'waiting', sender = '', nonce = NULL, raw = '', tx_hash = '', signed_at = NULL,
       raises = 0, due_at = ? WHERE challenge_id = ? AND state = 'sent' AND tx_hash = ?`,
    [dueAt, challengeId, txHash],
  );

export const postponeResult = (tx: Tx, challengeId: string, dueAt: number) =>
  tx.run(`UPDATE chain_result SET due_at = ? WHERE challenge_id = ? AND state = 'waiting'`, [dueAt, challengeId]);

interface ChainOrigin {
  readonly chainId: number;
  readonly contract: string;
}

/** Stores which contract challenges come from, if nothing was stored before. Returns what is stored. */
export const keepOrigin = async (tx: Tx, { chainId, contract }: ChainOrigin): Promise<ChainOrigin> => {
  await tx.run('INSERT INTO chain_origin (only_row, chain_id, contract) VALUES (1, ?, ?) ON CONFLICT DO NOTHING', [
    chainId,
    contract,
  ]);
  const [row] = await tx.all('SELECT chain_id, contract FROM chain_origin');
  return { chainId: Number(row?.chain_id), contract: row?.contract as string };
};
