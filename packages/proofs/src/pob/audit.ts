import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { AuditInput, Finding } from '../proof-type.ts';
import type { PobAsk } from './ask.ts';
import { checkDigests } from './digests.ts';
import { type PobSeries, readReport } from './transcript.ts';

const fault = (detail: string): Finding[] => [{ kind: 'challenger_fault', detail }];

/**
 * Whether a round's evidence holds by itself. The prover signed its digests over a commitment to the seed, before it
 * could know the seed: if the revealed seed meets the commitment and a digest is not that of the stream, the prover
 * signed for bytes it did not have. (Or its challenger sent it something else than the stream; that is why the verdict
 * speaks of fraud only when more challengers hold such a proof than may lie.)
 */
export async function audit(series: PobSeries, about: AuditInput<PobAsk>): Promise<readonly Finding[]> {
  const report = readReport(series.report);
  if (!report) return fault('The prover’s report inside this reading is not one.');
  if (!(await about.verify(about.prover, series.report, series.prover_counter_signature))) {
    return fault('The report inside this reading is not signed by the prover.');
  }
  const same =
    report.challenge_id === about.challengeId &&
    report.attempt === about.attempt &&
    report.prover === about.prover.id &&
    report.challenger === about.challenger.id &&
    report.direction === series.direction &&
    report.transport === series.transport &&
    report.flow === series.spoilt;
  if (!same) return fault('The report inside this reading is about another measurement.');
  if (bytesToHex(sha256(hexToBytes(series.seed))) !== report.commit) {
    return fault('The seed in this reading is not the one the challenger had committed to.');
  }
  if (report.direction === 'up') return [];
  const wrong = await checkDigests(report, hexToBytes(series.seed));
  if (wrong === undefined) {
    return series.checked === 'mismatch'
      ? fault('This reading calls the prover’s digests false, and they are true.')
      : [];
  }
  const through = report.checkpoints[wrong]?.[0] ?? 0;
  const proof = `digest ${wrong} of its report, over the datagrams received up to number ${through}, is not theirs`;
  const found: Finding = { kind: 'prover_fraud', detail: `The prover signed for data that it did not have: ${proof}.` };
  return series.checked === 'match' ? [found, ...fault('This reading calls false digests true.')] : [found];
}
