import { openDb } from '@trigpoint/server';
import { insertChallenge } from '@trigpoint/server/parts';

/** Challengers that fill what claims may have, and one ended challenge with long evidence. Its id. */
export const fill = async (
  dataDir: string,
  { challengers, evidenceBytes }: { readonly challengers: number; readonly evidenceBytes: number },
): Promise<string> => {
  const db = await openDb({ dataDir });
  const words = { city: 'c'.repeat(960), region: 'r'.repeat(960) };
  for (let at = 0; at < challengers; at += 500)
    await db.write(async (tx) => {
      for (let n = at; n < Math.min(at + 500, challengers); n++) {
        const key = `0x${n.toString(16).padStart(40, '0')}`;
        const claims = JSON.stringify({ latitude: '50.1', longitude: '8.6', ...words });
        await tx.run(
          `INSERT INTO agent (proof_type, role, id, key_type, public_key, chain_address, owner, description, project_name,
             project_public_key, claims, version, subnet, udp_address, udp_port, capacity, node_id, connection_id, first_seen,
             last_alive, challenges, successes)
           VALUES ('pol', 'challenger', ?, 'ethereum', ?, ?, ?, '', '', '', ?, '1', ?, '198.18.0.1', 1, 1, '', '', 1, ?, 0, 0)`,
          [`IPv4/${key}`, key, key, key, claims, key, n],
        );
      }
    });
  const id = '1';
  const body = JSON.stringify({ calibration_hash: null, readings: ['x'.repeat(evidenceBytes)] });
  await db.write(async (tx) => {
    await insertChallenge(tx, {
      ...{ id, proofType: 'pol', payer: `0x${'22'.repeat(20)}`, relayedBy: '', info: '0x', settings: {}, fee: 0 },
      ...{ proverAddress: `0x${'11'.repeat(20)}`, proverId: '', proverClaims: {}, blockNumber: 1, blockHash: '0x' },
      ...{ submittedAt: 1, expiresAt: 2, dueAt: 1 },
    });
    await tx.run(`UPDATE challenge SET state = 'ENDED_SUCCESSFULLY', ended_at = 2, due_at = NULL WHERE id = ?`, [id]);
    await tx.run('INSERT INTO transcript (challenge_id, body) VALUES (?, ?)', [id, body]);
  });
  await db.close();
  return id;
};
