import { type Entry, type EntryOf, parseEntry, parseVerifierKey, toHex } from '@trigpoint/log';
import { type Certificate, editionFor, editionOf, isJudged } from '@trigpoint/log/watches';
import { askHash, compareTranscripts, type Evidence, findProfile, type ProofType } from '@trigpoint/proofs';
import { proverIdOf } from '@trigpoint/protocol';
import { examine } from './examine-evidence.ts';
import type { CheckedFindings } from './watches.ts';

/** The clocks of two nodes may differ by less than this. */
const clocksMs = 60_000;

type Told = EntryOf<'outcome'> | EntryOf<'extra'>;
const isTold = (it: Entry | undefined): it is Told => it?.kind === 'outcome' || it?.kind === 'extra';
const words = (finding: string | null) => finding?.replace('_', ' ') ?? 'nothing';

type Figures = Readonly<Record<string, string>>;
const figure = (text: string | undefined): number | null =>
  text === undefined || text === '' ? null : Math.ceil(Number(text));

/** Whether the entry about a slot agrees with the verdict of its challenge. */
const saysVerdict = (it: Told, verified: string, result: Figures): boolean => {
  if (!isJudged(it.result)) return verified === 'inconclusive';
  const isZone = result.zone !== undefined;
  const expected = {
    true: isZone ? 'inside' : 'verified',
    false: result.zone === 'outside' ? 'outside' : 'refuted',
    inconclusive: isZone ? 'undecided' : 'inconclusive',
  }[verified];
  return (
    it.result === expected &&
    it.liars === figure(result.possible_liars) &&
    it.radius_km === figure(result.uncertainty_km) &&
    it.radius_km_any_medium === figure(result.uncertainty_km_any_medium)
  );
};

/**
 * Why evidence is not about a slot. Undefined if it is. The log names a challenge only by its id and hash. Evidence about another
 * machine or time would be signed just as well, so service, prover, ask, time and verdict are compared.
 */
const whyOther = (
  it: Told,
  { transcript }: Evidence,
  end: EntryOf<'transcript'>,
  rules: ProofType,
  { log, changes }: { readonly log: string; readonly changes: readonly (EntryOf<'watch'> & { index: number })[] },
): string | undefined => {
  const { service, challenge_id, info, verdict } = transcript;
  const prover = proverIdOf(rules.decode(info));
  const ask = editionFor(
    changes.map((change) => editionOf(change.index, change)),
    it.number,
  )?.ask;
  if (service.service !== toHex(parseVerifierKey(log).publicKey)) return 'is of another service';
  if (challenge_id !== it.challenge) return 'is of another challenge';
  if (changes[0]?.prover !== prover) return 'is about another prover';
  if (askHash(info) !== ask) return 'is about something else than the watch asks';
  if ((transcript.acceptance?.index ?? null) !== end.acceptance) return 'has another acceptance than the log says';
  const from = it.kind === 'outcome' && it.due !== null ? Date.parse(it.due) - clocksMs : 0;
  const isThen = Date.parse(transcript.submitted_at) >= from;
  if (!isThen || Date.parse(transcript.ended_at) > Date.parse(it.at) + clocksMs) return 'is of another time';
  return saysVerdict(it, verdict.verified, verdict.result) ? undefined : 'says something else than the log';
};

/** The body of `verifyFindings`. It is a file of its own, so that a page loads it only with the first evidence. */
export const compareAgain = async (
  { entries, watch, log }: Pick<Certificate, 'entries' | 'watch' | 'log'>,
  evidence: readonly Evidence[],
): Promise<CheckedFindings> => {
  const said = new Map(entries.map(({ index, entry }) => [index, parseEntry(entry)]));
  const changes = [...said].flatMap(([index, it]) =>
    it.kind === 'watch' && it.watch === watch ? [{ ...it, index }] : [],
  );
  const byHash = new Map(evidence.map((it) => [it.transcript_hash, it]));
  const endOf = ({ transcript }: Told): EntryOf<'transcript'> | undefined => {
    const end = said.get(transcript ?? -1);
    return end?.kind === 'transcript' ? end : undefined;
  };
  const evidenceOf = (it: Told): Evidence | undefined => byHash.get(endOf(it)?.transcript ?? '');
  const checked = new Map<Evidence, Promise<boolean>>();
  /** Evidence counts only if it is consistent and signed. */
  const isSigned = (it: Evidence): Promise<boolean> => {
    const known = checked.get(it) ?? examine(it).then(({ reached }) => reached === 'signed');
    checked.set(it, known);
    return known;
  };
  const problems: string[] = [];
  let compared = 0;
  let unchecked = 0;
  for (const it of said.values()) {
    if (!isTold(it) || it.watch !== watch) continue;
    const end = endOf(it);
    const now = end && evidenceOf(it);
    const name = it.kind === 'extra' ? `The extra slot after slot ${it.number}` : `Slot ${it.number}`;
    const rules = now && (await findProfile(now.transcript.proof_type)?.rules());
    const other = rules && whyOther(it, now, end, rules, { log, changes });
    if (other !== undefined) problems.push(`${name}: its evidence ${other}.`);
    else if (now && !(await isSigned(now))) problems.push(`${name}: its evidence does not hold.`);
    if (it.finding === undefined || it.compared_with == null) continue;
    const reference = said.get(it.compared_with);
    // A slot before the period is only compared with others. What it was compared with itself is not in the certificate.
    if (!isTold(reference)) continue;
    const before = evidenceOf(reference);
    if (!before || !now || !rules) {
      unchecked++;
      continue;
    }
    compared++;
    if (!(await isSigned(now))) continue;
    if (!(await isSigned(before))) {
      problems.push(`${name}: the evidence of the slot it was compared with does not hold.`);
      continue;
    }
    const again = await compareTranscripts(rules, before.transcript, now.transcript, now.calibration);
    if (again !== it.finding)
      problems.push(`${name}: the log says ${words(it.finding)}, and its evidence says ${words(again)}.`);
  }
  return { problems, compared, unchecked };
};
