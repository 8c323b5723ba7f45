import { type ChallengeState, parseReading, type ReadingText } from '@trigpoint/protocol';
import { canonical, hashOf, hashText } from './canonical.ts';
import {
  type Candidate,
  type Claims,
  type Failure,
  type Finding,
  isFailure,
  type ProofType,
  type Reading,
  type Verdict,
} from './proof-type.ts';

/** Someone who signs: enough to check their signature with. */
export interface Signatory {
  readonly id: string;
  readonly key_type: 'ethereum' | 'solana';
  readonly public_key: string;
}

/** A candidate of the choice, as it travels in evidence. */
export type WireCandidate = Signatory & { readonly claims: Claims; readonly owner: string; readonly subnet: string };

/** Everything that happened in one challenge (docs/evidence.md). Names are those of the wire. */
export interface Transcript {
  readonly version: 1;
  readonly challenge_id: string;
  readonly proof_type: string;
  readonly info: `0x${string}`;
  readonly payer: string;
  readonly block_number: number;
  readonly block_hash: string;
  readonly submitted_at: string;
  readonly ended_at: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Hash of the calibration that the verdict rests on; its content stands beside the transcript. */
  readonly calibration_hash: string | null;
  readonly prover: (Signatory & { readonly claims: Claims }) | null;
  readonly attempts: readonly TranscriptAttempt[];
  /** Readings that were not taken, and why. */
  readonly refusals: readonly { agent: string; attempt: number; code: string; reason: string; at: string }[];
  readonly state: string;
  /** Why there was nothing to judge (no prover, too few challengers, a request that left the chain); null otherwise. */
  readonly void: string | null;
  readonly verdict: Verdict;
}

export interface TranscriptAttempt {
  readonly attempt: number;
  readonly seed: string;
  readonly eligible_hash: string;
  /** In the eligible set, but at work elsewhere or tied to the prover when the choice was made. */
  readonly left_out: readonly string[];
  readonly chosen: readonly {
    readonly challenger: string;
    readonly state: string;
    /** The reading exactly as signed; null where none was accepted. */
    readonly message: string | null;
    readonly signature: string | null;
  }[];
}

/** The transcript with what it refers to by hash: a file that can be checked with nothing else at hand. */
export interface Evidence {
  readonly transcript: Transcript;
  readonly transcript_hash: string;
  readonly eligible_sets: Record<string, WireCandidate[]>;
  readonly calibration: unknown;
}

export type CheckSignature = (signatory: Signatory, text: string, signature: string) => Promise<boolean>;

/** The seed of a choice: fixed by the chain after the claim was, so that nobody could pick it. */
export const choiceSeed = (blockHash: string, challengeId: string, attempt: number): string =>
  hashText(`trigpoint choice v1\n${blockHash}\n${challengeId}\n${attempt}`);

/** Both sides bring candidates into one order before they hash them. */
export const sortCandidates = <C extends { readonly id: string }>(candidates: readonly C[]): C[] =>
  candidates.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));

const candidateOf = ({ id, claims, owner, subnet }: WireCandidate): Candidate => ({ id, claims, owner, subnet });
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The choice, as the service made it and as anybody can make it again. */
export const chooseFrom = (
  proofType: ProofType,
  info: `0x${string}`,
  seed: string,
  candidates: readonly WireCandidate[],
  leftOut: readonly string[],
): string[] => {
  const out = new Set(leftOut);
  const free = candidates.filter((it) => !out.has(it.id));
  return proofType.choose(proofType.decode(info), free, bytesOf(seed));
};

/** Every challenger gave a reading that counts, at least n − tolerance did, or fewer. */
export const finalState = (
  parts: readonly { readonly state: string; readonly failure: string }[],
  tolerance: number,
): ChallengeState => {
  const good = parts.filter((it) => it.state === 'read' && it.failure !== 'own_fault').length;
  if (parts.length > 0 && good === parts.length) return 'ENDED_SUCCESSFULLY';
  return good > 0 && good >= parts.length - tolerance ? 'ENDED_WITH_PARTIAL_SUCCESS' : 'ERROR_ENDED_WITH_FAILURE';
};

/** The verdict, as the service reached it and as anybody can reach it again. Each series is examined by itself first. */
export const judgeTranscript = async (
  proofType: ProofType,
  transcript: Pick<Transcript, 'info' | 'prover' | 'attempts' | 'settings' | 'void'>,
  eligible: Evidence['eligible_sets'],
  calibration: unknown,
): Promise<Verdict> => {
  if (transcript.void !== null) return { verified: 'inconclusive', reason: transcript.void, result: {}, detail: null };
  const last = transcript.attempts.at(-1);
  const candidates = new Map((last ? (eligible[last.eligible_hash] ?? []) : []).map((it) => [it.id, it]));
  const readings: Reading[] = [];
  for (const [place, { challenger, message }] of (last?.chosen ?? []).entries()) {
    const candidate = candidates.get(challenger);
    if (message === null || !candidate) continue;
    const reading = parseReading(message);
    const series = reading.series ?? (reading.failure as Failure);
    const findings = isFailure(series) ? [] : ((await proofType.audit?.(series)) ?? []);
    readings.push({ challenger: candidateOf(candidate), series, round: place + 1, findings });
  }
  return proofType.judge({
    ask: proofType.decode(transcript.info),
    claims: transcript.prover?.claims ?? {},
    readings,
    asked: last?.chosen.length ?? 0,
    settings: transcript.settings,
    ...(calibration === null || calibration === undefined ? {} : { calibration }),
  });
};

/**
 * Checks evidence from end to end: hashes, every signature, the choice, the verdict. Returns what does not hold, each
 * as a sentence; an empty list confirms it.
 */
export const checkEvidence = async (
  proofType: ProofType,
  evidence: Evidence,
  checkSignature: CheckSignature,
): Promise<string[]> => {
  const { transcript } = evidence;
  const problems: string[] = [];
  const require = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem);
  };
  require(hashOf(transcript) === evidence.transcript_hash, 'The transcript does not have the hash that is stated.');
  require(transcript.proof_type === proofType.id, `The transcript is of proof type ${transcript.proof_type}.`);
  require(transcript.calibration_hash === null
    ? evidence.calibration === null
    : hashOf(evidence.calibration) ===
        transcript.calibration_hash, 'The calibration is not the one that the transcript names.');
  const named = new Set(transcript.attempts.map((it) => it.eligible_hash));
  for (const hash of Object.keys(evidence.eligible_sets))
    require(named.has(hash), `No attempt was chosen from the eligible set ${hash}.`);
  problems.push(...checkFrame(proofType, transcript));
  for (const attempt of transcript.attempts)
    problems.push(...(await checkAttempt(proofType, evidence, attempt, checkSignature)));
  if (problems.length > 0) return problems;
  const verdict = await judgeTranscript(proofType, transcript, evidence.eligible_sets, evidence.calibration);
  require(canonical(verdict) === canonical(transcript.verdict), 'Judging the readings again gives another verdict.');
  return problems;
};

/** What must hold before any reading is looked at: who was asked for, how often it was tried, and how it ended. */
const checkFrame = (proofType: ProofType, transcript: Transcript): string[] => {
  const problems: string[] = [];
  const { prover, attempts, state } = transcript;
  const ask = proofType.decode(transcript.info);
  if (prover && prover.id !== `${ask.isIPv6 ? 'IPv6' : 'IPv4'}/${prover.public_key}`)
    problems.push('The id of the prover does not carry its key.');
  if (prover?.key_type === 'ethereum' && prover.public_key.toLowerCase() !== ask.prover.toLowerCase())
    problems.push('The prover is not the one that was asked for.');
  if (attempts.some((it, i) => it.attempt !== i + 1)) problems.push('An attempt is missing.');
  const last = attempts.at(-1)?.chosen ?? [];
  const parts = last.map(({ state: part, message }) => ({
    state: part,
    failure: (message !== null && readingSays(message)?.failure?.failure) || '',
  }));
  const fits = transcript.void === null ? state === finalState(parts, ask.tolerance) : state.startsWith('ERROR_');
  if (!fits) problems.push(`The state ${state} does not follow from the readings.`);
  return problems;
};

const checkAttempt = async (
  proofType: ProofType,
  { transcript, eligible_sets }: Evidence,
  it: TranscriptAttempt,
  checkSignature: CheckSignature,
): Promise<string[]> => {
  const where = `Attempt ${it.attempt}`;
  const candidates = eligible_sets[it.eligible_hash];
  if (!candidates || hashOf(candidates) !== it.eligible_hash)
    return [`${where}: the eligible set is missing or altered.`];
  const problems: string[] = [];
  if (it.seed !== choiceSeed(transcript.block_hash, transcript.challenge_id, it.attempt))
    problems.push(`${where}: the seed does not follow from the block and the challenge.`);
  const chosen = chooseFrom(proofType, transcript.info, it.seed, candidates, it.left_out);
  if (canonical(chosen) !== canonical(it.chosen.map(({ challenger }) => challenger)))
    problems.push(`${where}: choosing again gives other challengers.`);
  for (const { challenger, state, message, signature } of it.chosen) {
    if ((state === 'read') !== (message !== null) || (message === null) !== (signature === null))
      problems.push(`${where}: it is unclear whether ${challenger} gave a reading.`);
    if (message === null || signature === null) continue;
    const signatory = candidates.find((candidate) => candidate.id === challenger);
    const says = readingSays(message);
    const fits =
      says?.challenge_id === transcript.challenge_id &&
      says.attempt === it.attempt &&
      says.challenger === challenger &&
      says.prover === transcript.prover?.id &&
      says.proof_type === transcript.proof_type;
    if (!fits) problems.push(`${where}: the reading of ${challenger} is about something else.`);
    if (!signatory || !(await checkSignature(signatory, message, signature)))
      problems.push(`${where}: the reading of ${challenger} is not signed by it.`);
    const counter = says && counterSignedOf(proofType, says);
    if (counter && !(transcript.prover && (await checkSignature(transcript.prover, counter.text, counter.signature))))
      problems.push(`${where}: the prover did not sign for what ${challenger} reports.`);
  }
  return problems;
};

/** What the prover must have signed for a reading to count; undefined for a failure, or where the type asks for nothing. */
export const counterSignedOf = (proofType: ProofType, says: ReadingText) =>
  says.series === undefined
    ? undefined
    : proofType.counterSigned?.(
        {
          challengeId: says.challenge_id,
          attempt: says.attempt,
          prover: { id: says.prover },
          challenger: { id: says.challenger },
        },
        says.series,
      );

/** What each reading proves beyond itself, such as a prover's fraud; evidence that `checkEvidence` confirmed is assumed. */
export const auditEvidence = async (
  proofType: ProofType,
  { transcript }: Pick<Evidence, 'transcript'>,
): Promise<{ readonly challenger: string; readonly attempt: number; readonly finding: Finding }[]> => {
  const found = [];
  for (const { attempt, chosen } of transcript.attempts)
    for (const { challenger, message } of chosen) {
      const series = message === null ? undefined : readingSays(message)?.series;
      for (const finding of (series !== undefined && (await proofType.audit?.(series))) || [])
        found.push({ challenger, attempt, finding });
    }
  return found;
};

const readingSays = (message: string) => {
  try {
    return parseReading(message);
  } catch {
    return undefined;
  }
};
