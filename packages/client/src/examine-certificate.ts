import { KeyError, parseVerifierKey, type VerifierKey } from '@trigpoint/log';
import { type CheckedCertificate, checkCertificate } from '@trigpoint/log/watches';
import { type LogTrust, TrustError, usualQuorum } from './trust.ts';

const keyOf = (text: string): VerifierKey => {
  try {
    return parseVerifierKey(text);
  } catch (error) {
    if (error instanceof KeyError) throw new TrustError(error.message);
    throw error;
  }
};

/** What `verifyCertificate` does, apart from it so that a page loads it with the first certificate. */
export const examineCertificate = (certificate: unknown, trust?: LogTrust): CheckedCertificate => {
  const keys = (trust?.witnesses ?? []).map(keyOf);
  return checkCertificate(certificate, {
    log: trust && keyOf(trust.vkey),
    witnesses: keys.length > 0 ? { keys, quorum: trust?.quorum ?? usualQuorum(keys.length) } : undefined,
  });
};
