import { KeyError, parseVerifierKey, type VerifierKey } from '@trigpoint/log';
import { type Certificate, type CheckedCertificate, checkCertificate } from '@trigpoint/log/watches';
import { asksAboutProver } from './certificate/asked.ts';
import { type LogTrust, TrustError, usualQuorum } from './trust.ts';

const keyOf = (text: string): VerifierKey => {
  try {
    return parseVerifierKey(text);
  } catch (error) {
    if (error instanceof KeyError) throw new TrustError(error.message);
    throw error;
  }
};

/** The body of `verifyCertificate`. It is a file of its own, so that a page loads it only with the first certificate. */
export const examineCertificate = (certificate: unknown, trust?: LogTrust): CheckedCertificate => {
  const keys = (trust?.witnesses ?? []).map(keyOf);
  const checked = checkCertificate(certificate, {
    log: trust && keyOf(trust.vkey),
    witnesses: keys.length > 0 ? { keys, quorum: trust?.quorum ?? usualQuorum(keys.length) } : undefined,
  });
  if (checked.reached === 'nothing' || asksAboutProver(certificate as Certificate)) return checked;
  const problem = 'What was asked is about another prover than the watch.';
  return { ...checked, reached: 'nothing', problems: [{ step: 'consistent', problem }, ...checked.problems] };
};
