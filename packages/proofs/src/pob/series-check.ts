import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { SeriesFault } from '../proof-type.ts';
import { checkDigests } from './digests.ts';
import { readReport } from './report.ts';
import type { PobSeries } from './series.ts';

const fault = (detail: string): SeriesFault => ({ kind: 'challenger_fault', detail });

/**
 * Finds what is wrong with a round's series by itself. On the downlink the prover signed its digests, and the commitment to the
 * seed, before it could know the seed. If the seed fits the commitment and a digest is not that of the stream, the prover signed
 * for bytes that it did not have. Or its challenger sent something else than the stream. That is why the verdict speaks of fraud
 * only if more challengers hold such a proof than may lie.
 */
export async function checkSeries(series: PobSeries): Promise<readonly SeriesFault[]> {
  const report = readReport(series.report);
  if (!report) return [fault('The prover’s report inside this reading is not one.')];
  if (bytesToHex(sha256(hexToBytes(series.seed))) !== report.commit) {
    return [fault('The seed in this reading is not the one the challenger had committed to.')];
  }
  if (report.direction === 'up') return [];
  const wrong = await checkDigests(report, hexToBytes(series.seed));
  if (wrong === undefined) {
    return series.checked === 'mismatch' ? [fault('This reading calls true digests false.')] : [];
  }
  const through = report.checkpoints[wrong]?.[0] ?? 0;
  const what = `digest ${wrong} of its report, over the datagrams received up to number ${through}, is not theirs`;
  const fraud: SeriesFault = {
    kind: 'prover_fraud',
    detail: `The prover signed for data that it did not have: ${what}.`,
  };
  return series.checked === 'match' ? [fraud, fault('This reading calls false digests true.')] : [fraud];
}
