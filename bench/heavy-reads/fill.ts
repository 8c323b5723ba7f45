import { encodePolAsk } from '@trigpoint/proofs';
import { openDb, type Tx } from '@trigpoint/server';
import { insertChallenge } from '@trigpoint/server/parts';

export interface Filled {
  readonly challengers: number;
  readonly evidenceBytes: number;
  /** Rows of each list that a logged-in caller may ask for. */
  readonly rows: number;
  /** Accounts of the callers whose statements are filled. */
  readonly accounts: readonly string[];
}

const address = (n: number): `0x${string}` => `0x${n.toString(16).padStart(40, '0')}`;

/**
 * Fills challengers, campaigns and challenges up to the limits of their fields, statements, and one ended challenge with long
 * evidence. Returns the id of that challenge.
 */
export const fill = async (dataDir: string, it: Filled): Promise<string> => {
  const db = await openDb({ dataDir });
  const many = async (count: number, insert: (tx: Tx, n: number) => Promise<unknown>) => {
    for (let at = 0; at < count; at += 500)
      await db.write(async (tx) => {
        for (let n = at; n < Math.min(at + 500, count); n++) await insert(tx, n);
      });
  };
  await many(it.challengers, insertChallenger);
  await db.run(`INSERT INTO agent_count (proof_type, role, shard, n) VALUES ('pol', 'challenger', 0, ?)`, [
    it.challengers,
  ]);
  await many(it.rows, insertCampaign);
  await many(it.rows, (tx, n) => insertEnded(tx, String(1_000 + n)));
  for (const account of it.accounts) await many(it.rows, (tx, n) => insertTransfer(tx, account, n));
  const id = '1';
  const body = JSON.stringify({ calibration_hash: null, readings: ['x'.repeat(it.evidenceBytes)] });
  await db.write(async (tx) => {
    await insertEnded(tx, id);
    await tx.run('INSERT INTO transcript (challenge_id, body) VALUES (?, ?)', [id, body]);
  });
  await db.close();
  return id;
};

const words = { city: 'c'.repeat(960), region: 'r'.repeat(960) };

const insertChallenger = (tx: Tx, n: number) => {
  const key = address(n);
  const claims = JSON.stringify({ latitude: '50.1', longitude: '8.6', ...words });
  return tx.run(
    `INSERT INTO agent (proof_type, role, id, key_type, public_key, chain_address, owner, description, project_name,
       project_public_key, claims, version, subnet, udp_address, udp_port, capacity, node_id, connection_id, first_seen,
       last_alive, challenges, successes)
     VALUES ('pol', 'challenger', ?, 'ethereum', ?, ?, ?, '', '', '', ?, '1', ?, '198.18.0.1', 1, 1, '', '', 1, ?, 0, 0)`,
    [`IPv4/${key}`, key, key, key, claims, key, n],
  );
};

const insertCampaign = (tx: Tx, n: number) => {
  const url = `https://example.com/${'u'.repeat(2_000)}`;
  return tx.run(
    `INSERT INTO campaign (id, name, description, type, tags, radius_km, banner_url, poster_url, currency, total_rewards,
       reward_per_task, fuel_required, starts_at, ends_at, max_submissions, is_active, review, creator_key_type,
       creator_public_key, funded_by, request_hash, revision, taken, promised, paid, created_at)
     VALUES (?, ?, ?, 'individual', '[]', 1, ?, ?, 'POINTS', 1, 1, 1, 1, 2, 1, 1, 0, 'ethereum', ?, 'network', '', 0, 0, 0, 0, ?)`,
    [n.toString(16).padStart(24, '0'), `Campaign ${n}`, 'é'.repeat(4_096), url, url, address(n), n],
  );
};

const prover = address(0x11);
const ask = { proverRegistry: prover, prover, isIPv6: false, challengers: 4, tolerance: 1, latitude: 1, longitude: 2 };

const insertEnded = async (tx: Tx, id: string) => {
  await insertChallenge(tx, {
    ...{ id, proofType: 'pol', payer: address(0x22), relayedBy: '', info: encodePolAsk(ask), settings: {}, fee: 0 },
    ...{ proverAddress: prover, proverId: '', proverClaims: {}, blockNumber: 1, blockHash: '0x' },
    ...{ submittedAt: Number(id), expiresAt: 2, dueAt: 1 },
  });
  // The detail is read with the rest of the verdict and not told. 100 challengers leave about this much.
  const verdict = { verified: 'true', reason: 'r'.repeat(500), result: { note: 'n'.repeat(2_000) } };
  await tx.run(
    `UPDATE challenge SET state = 'ENDED_SUCCESSFULLY', ended_at = 2, due_at = NULL, verdict = ? WHERE id = ?`,
    [JSON.stringify({ ...verdict, detail: { note: 'd'.repeat(20_000) } }), id],
  );
};

const insertTransfer = (tx: Tx, account: string, n: number) =>
  tx.run(
    `INSERT INTO ledger_transfer (reason, unit, from_account, to_account, amount, memo, created_at)
     VALUES (?, 'POINTS', 'network', ?, 0, ?, ?)`,
    [`bench:${account}:${n}`, account, 'm'.repeat(400), n],
  );
