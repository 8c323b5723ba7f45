import type { Db } from '../db/driver.ts';

/** Writes down a prover as if it had been here once. */
export const proverWasHere = (
  db: Db,
  chainAddress: string,
  { proofType = 'pol', owner = '' }: { readonly proofType?: string; readonly owner?: string } = {},
): Promise<number> => {
  const address = chainAddress.toLowerCase();
  return db.run(
    `INSERT INTO agent (proof_type, role, id, key_type, public_key, chain_address, owner, project_name,
       project_public_key, claims, version, subnet, udp_address, udp_port, capacity, node_id, connection_id,
       first_seen, last_alive, challenges, successes)
     VALUES (?, 'prover', ?, 'ethereum', ?, ?, ?, '', '', '{}', '', '', '', 0, 1, '', '', 0, 0, 0, 0)`,
    [proofType, `IPv4/${address}`, address, address, owner],
  );
};
