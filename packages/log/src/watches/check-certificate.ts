import { sha256 } from '#sha256';
import { isEqual, toHex, toUtf8 } from '../bytes.ts';
import { openCheckpoint, parseCheckpoint } from '../checkpoints.ts';
import { readCosignature } from '../cosignatures.ts';
import { NoteError, parseNote, type Verified, verifyNote } from '../signed-notes.ts';
import { continues } from '../subtrees.ts';
import { formatVerifierKey, KeyError, parseVerifierKey, type VerifierKey } from '../verifier-keys.ts';
import { type Certificate, certificateText, isCertificate, type Summary, summarize } from './certificate.ts';
import { type ReadCertificate, readCertificate } from './read-certificate.ts';
import type { HeldSlot } from './watch-chain.ts';

export type CertificateStep = 'consistent' | 'signed' | 'anchored';

/** What a verifier trusts: the key of a log, and witnesses of which `quorum` must have cosigned. */
export interface CertificateTrust {
  readonly log?: VerifierKey | undefined;
  readonly witnesses?: { readonly keys: readonly VerifierKey[]; readonly quorum: number } | undefined;
}

export interface CheckedCertificate {
  readonly reached: 'nothing' | CertificateStep;
  readonly problems: readonly { readonly step: CertificateStep; readonly problem: string }[];
  readonly held: readonly string[];
  readonly unchecked: readonly string[];
  /** What rests on the operator's word alone. */
  readonly asserted: readonly string[];
  /** The summary, counted again from the entries. Undefined if the entries give none. */
  readonly summary: Summary | undefined;
}

/** A checkpoint that enough witnesses cosigned: how many entries it covers, and when it was cosigned. */
export interface Seen {
  readonly size: number;
  /** When enough witnesses had cosigned, in ms. */
  readonly at: number;
}

/** The times of cosignatures are whole seconds. */
const secondMs = 1_000;

/** Whether witnesses saw the beginning of a slot's window before the time of the slot. */
export const witnessedBy =
  (seen: readonly Seen[]) =>
  ({ slot, outcome }: HeldSlot): boolean =>
    slot !== undefined &&
    outcome.due !== null &&
    seen.some((it) => it.size > slot.index && it.at <= Date.parse(outcome.due as string) + secondMs);

export const summaryOf = (
  read: Pick<ReadCertificate, 'chain' | 'own' | 'changes'>,
  { from, to }: Pick<Certificate, 'from' | 'to'>,
  isWitnessed: (slot: HeldSlot) => boolean,
): Summary | undefined => {
  const { added } = read.chain;
  if (!added) return undefined;
  const { watch, prover, payer, proof_type, begins } = added;
  const period = { from: Date.parse(from), to: Date.parse(to) };
  return summarize({
    ...{ held: read.chain.held, period, isWitnessed },
    about: {
      ...{ watch, prover, payer, proof_type, began: begins, added: read.own[0]?.index ?? 0 },
      changes: read.own.filter((it) => it.change !== 'added' && Date.parse(it.begins) < period.to).length,
      others: [...new Set(read.changes.map((it) => it.watch))].filter((it) => it !== watch).sort(),
    },
  });
};

/** Checks a certificate: by itself, by its signatures, and against what the verifier trusts. It works offline. */
export const checkCertificate = (value: unknown, trust: CertificateTrust = {}): CheckedCertificate => {
  const none = { held: [], unchecked: [], asserted, summary: undefined };
  const fails = (problem: string): CheckedCertificate => ({
    ...none,
    reached: 'nothing',
    problems: [{ step: 'consistent', problem }],
  });
  if (!isCertificate(value)) return fails('Something in it is missing, too much, or of the wrong kind.');
  try {
    return check(value, trust);
  } catch (error) {
    if (error instanceof NoteError || error instanceof KeyError) return fails(error.message);
    throw error;
  }
};

const check = (it: Certificate, trust: CertificateTrust): CheckedCertificate => {
  const read = readCertificate(it);
  const key = parseVerifierKey(it.log);
  const cosigned = it.seen.map((note) => ({
    note: parseNote(note),
    checkpoint: parseCheckpoint(parseNote(note).text),
  }));
  const tree = { ...read.checkpoint, subtrees: it.subtrees };
  const problems = read.problems.map((problem) => ({ step: 'consistent' as CertificateStep, problem }));
  const must = (step: CertificateStep, holds: boolean, problem: string) => {
    if (!holds) problems.push({ step, problem });
  };
  must('consistent', read.own[0]?.change === 'added', 'The beginning of the watch is missing.');
  must('consistent', read.checkpoint.origin === key.name, 'The checkpoint is of another log.');
  for (const { checkpoint } of cosigned)
    must(
      'consistent',
      checkpoint.origin === key.name && continues(tree, checkpoint.size, checkpoint.root),
      `The log does not continue the checkpoint of ${checkpoint.size} entries.`,
    );
  must('consistent', knowsAsks(it, read), 'What was asked is not what the log names.');

  const { keys: named, quorum } = trust.witnesses ?? { keys: [], quorum: 0 };
  const isNamed = trust.log === undefined || isSameKey(trust.log, key);
  // In a log that nobody named, cosignatures say nothing. To check them would only keep the verifier busy.
  const seen = isNamed
    ? cosigned.flatMap(({ note, checkpoint }) => seenBy(verifyNote(note, named), quorum, checkpoint.size))
    : [];
  const stated = it.summary.unwitnessed;
  const summary = summaryOf(read, it, named.length > 0 ? witnessedBy(seen) : () => true);
  const unwitnessed = summary?.unwitnessed ?? 0;
  const again = summary && { ...summary, unwitnessed: stated };
  must('consistent', JSON.stringify(again) === JSON.stringify(it.summary), 'The figures are not those of the entries.');
  if (problems.length > 0) return { reached: 'nothing', problems, held: [], unchecked: [], asserted, summary };

  must('signed', isSigned(it, key), 'The certificate is not signed with the key of its log.');
  must('signed', isOpened(it.checkpoint, key), 'The checkpoint is not signed with the key of its log.');
  if (problems.length > 0)
    return { reached: 'consistent', problems, held: [], unchecked: [], asserted, summary: again };

  const held: string[] = [];
  const unchecked: string[] = [];
  if (!trust.log) {
    unchecked.push('Whose log it is: you named no key of a log.');
    return { reached: 'signed', problems, held, unchecked, asserted, summary: again };
  }
  const isSame = isSameKey(trust.log, key);
  must('anchored', isSame, 'It is of another log than the one that you named.');
  if (isSame) held.push(`All ${it.entries.length} entries are in the log ${key.name}.`);
  if (named.length === 0)
    unchecked.push(
      `You named no witnesses, so ${cosignatureWords(parseNote(it.checkpoint).signatures.length - 1)}: the operator could show others another log, or have written it all later.`,
    );
  else {
    const count = new Set(verifyNote(parseNote(it.checkpoint), named).map((each) => each.key)).size;
    must(
      'anchored',
      count >= quorum,
      `${count} of the ${named.length} witnesses named cosigned the checkpoint; ${quorum} are needed.`,
    );
    must(
      'anchored',
      unwitnessed <= stated,
      `Your witnesses did not see ${unwitnessed} slots begin before their time: these may have been written later. The certificate admits ${stated}.`,
    );
    const asked = read.chain.held.filter((each) => each.outcome.challenge !== null).length;
    const witnessed = Math.max(0, asked - unwitnessed);
    must(
      'anchored',
      asked === 0 || witnessed > 0,
      'Your witnesses saw no slot begin before its time: all of it may have been written later.',
    );
    if (witnessed > 0) held.push(`Your witnesses saw ${witnessed} of ${asked} slots begin before their time.`);
  }
  const isAnchored = problems.length === 0 && named.length > 0;
  return { reached: isAnchored ? 'anchored' : 'signed', problems, held, unchecked, asserted, summary: again };
};

const asserted: readonly string[] = [
  'What each challenge found: its evidence shows that, and the log has the hash of it (trigpoint verify <challenge>).',
  'Whether the prover moved: the evidence of the slots that were compared shows that (trigpoint verify <certificate> --evidence <folder>).',
  'That the prover was asked at the time that was drawn, and not within minutes of it.',
  'That the prover was asked once for each slot: the operator could ask several times and show one of the answers.',
  'Without a block in the draw of a time: that the service told nobody the times, which it alone could know.',
];

const isSameKey = (one: VerifierKey, other: VerifierKey): boolean =>
  formatVerifierKey(one) === formatVerifierKey(other) && isEqual(one.publicKey, other.publicKey);

/** What becomes of cosignatures when nobody says whose count. */
const cosignatureWords = (count: number): string => {
  if (count === 0) return 'nobody but the operator answers for the checkpoint';
  return count === 1 ? 'its cosignature was not checked' : `its ${count} cosignatures were not checked`;
};

/** When `quorum` witnesses had cosigned a checkpoint. The list is empty if fewer did. */
const seenBy = (verified: readonly Verified[], quorum: number, size: number): Seen[] => {
  const times = verified.flatMap(({ time }) => (time === undefined ? [] : [time * 1000])).sort((a, b) => a - b);
  const at = times[Math.max(0, quorum - 1)];
  return at === undefined ? [] : [{ size, at }];
};

/** When all witnesses that signed a checkpoint had done so. It does not check the signatures: the caller must have done that. */
export const seenIn = (checkpoint: string): Seen[] => {
  const note = parseNote(checkpoint);
  const times = note.signatures.flatMap(({ signature }) => readCosignature(signature)?.time ?? []);
  const { size } = parseCheckpoint(note.text);
  return times.length === 0 ? [] : [{ size, at: Math.max(...times) * 1000 }];
};

/** Whether the certificate has exactly the asks whose hashes the entries of the watch name. */
const knowsAsks = ({ asks }: Certificate, { own }: ReadCertificate): boolean => {
  const hashes = new Set(own.map((it) => it.ask));
  const names = Object.keys(asks);
  return (
    names.length === hashes.size &&
    names.every((name) => hashes.has(name) && toHex(sha256(toUtf8(asks[name] as string))) === name)
  );
};

const isSigned = (it: Certificate, key: VerifierKey): boolean => {
  try {
    const note = parseNote(it.signature);
    return note.text === certificateText(it) && verifyNote(note, [key]).length === 1;
  } catch (error) {
    if (error instanceof NoteError) return false;
    throw error;
  }
};

const isOpened = (checkpoint: string, key: VerifierKey): boolean => {
  try {
    openCheckpoint(checkpoint, key);
    return true;
  } catch (error) {
    if (error instanceof NoteError) return false;
    throw error;
  }
};
