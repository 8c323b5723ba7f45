import type { AttestationKeys } from '../keys/attestation-keys.ts';
import { credential } from './credentials.ts';
import { type EasContract, easAttestation } from './eas-attestations.ts';
import { locationStamp } from './location-stamps.ts';
import type { Statement } from './statements.ts';

/** Who signs, and under which names. */
export interface Attester {
  readonly keys: AttestationKeys;
  readonly did: string;
  readonly eas: EasContract;
}

/** Signs a statement in a format that other software reads. Undefined if the format cannot express it. */
export const attest = async (
  format: 'eas' | 'stamp' | 'vc',
  statement: Statement,
  { keys, did, eas }: Attester,
): Promise<object | string | undefined> => {
  if (format === 'eas') return easAttestation(statement, keys, eas);
  return format === 'stamp' ? locationStamp(statement, keys) : credential(statement, keys, did);
};
