import { type Entry, type EntryOf, parseEntry } from '@trigpoint/log';
import type { Certificate } from '@trigpoint/log/watches';
import { compareTranscripts, type Evidence, findProfile } from '@trigpoint/proofs';
import { examine } from './examine-evidence.ts';
import type { CheckedFindings } from './watches.ts';

type Told = EntryOf<'outcome'> | EntryOf<'extra'>;
const isTold = (it: Entry | undefined): it is Told => it?.kind === 'outcome' || it?.kind === 'extra';
const words = (finding: string | null) => finding?.replace('_', ' ') ?? 'nothing';

/** What `verifyFindings` does, apart from it so that a page loads it with the first evidence. */
export const compareAgain = async (
  { entries, watch }: Pick<Certificate, 'entries' | 'watch'>,
  evidence: readonly Evidence[],
): Promise<CheckedFindings> => {
  const said = new Map(entries.map(({ index, entry }) => [index, parseEntry(entry)]));
  const byHash = new Map(evidence.map((it) => [it.transcript_hash, it]));
  const evidenceOf = ({ transcript }: Told): Evidence | undefined => {
    const end = said.get(transcript ?? -1);
    return end?.kind === 'transcript' ? byHash.get(end.transcript) : undefined;
  };
  const checked = new Map<Evidence, Promise<boolean>>();
  /** Evidence that is not what was signed says nothing. */
  const isSigned = (it: Evidence): Promise<boolean> => {
    const known = checked.get(it) ?? examine(it).then(({ reached }) => reached === 'signed');
    checked.set(it, known);
    return known;
  };
  const problems: string[] = [];
  let compared = 0;
  let unchecked = 0;
  for (const it of said.values()) {
    if (!isTold(it) || it.watch !== watch || it.finding === undefined || it.compared_with == null) continue;
    const reference = said.get(it.compared_with);
    // Of a slot before the period only what it said counts here, not what it was compared with.
    if (!isTold(reference)) continue;
    const [before, now] = [evidenceOf(reference), evidenceOf(it)];
    const name = it.kind === 'extra' ? `The extra slot after slot ${it.number}` : `Slot ${it.number}`;
    const rules = now && (await findProfile(now.transcript.proof_type)?.rules());
    if (!before || !now || !rules) {
      unchecked++;
      continue;
    }
    compared++;
    if (!(await isSigned(before)) || !(await isSigned(now))) {
      problems.push(`${name}: its evidence, or that of the slot it was compared with, does not hold.`);
      continue;
    }
    const again = await compareTranscripts(rules, before.transcript, now.transcript, now.calibration);
    if (again !== it.finding)
      problems.push(`${name}: the log says ${words(it.finding)}, and its evidence says ${words(again)}.`);
  }
  return { problems, compared, unchecked };
};
