import type { Db } from '../db/driver.ts';
import { upsertAgent } from './store.ts';

/** Stores a prover as if it had connected once. For tests and proofs with provers that are away. */
export const proverWasHere = (
  db: Db,
  chainAddress: string,
  { proofType = 'pol', owner = '' }: { readonly proofType?: string; readonly owner?: string } = {},
): Promise<void> => {
  const address = chainAddress.toLowerCase();
  return db.write((tx) =>
    upsertAgent(tx, {
      ...{ proofType, role: 'prover', id: `IPv4/${address}`, keyType: 'ethereum', publicKey: address },
      ...{ chainAddress: address, owner, description: '', projectName: '', projectPublicKey: '', claims: {} },
      ...{ version: '', network: '', udpAddress: '', udpPort: 0, capacity: 1, nodeId: '', connectionId: '' },
      ...{ firstSeen: 0, lastAlive: 0, changedAt: 0, leaseUntil: 0, challenges: 0, successes: 0 },
      ...{ verifiedResult: undefined, admission: undefined, admittedSince: undefined },
    }),
  );
};
