import { type Certificate, type CheckedCertificate, checkCertificate } from '@trigpoint/log/watches';
import { asksAboutProver } from './certificate/asked.ts';
import { type LogTrust, usualQuorum } from './trust.ts';
import { keyOf } from './trusted-key.ts';

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
