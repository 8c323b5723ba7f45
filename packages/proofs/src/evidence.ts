import { type ChallengeState, parseReading, type ReadingText, type ServiceName } from '@trigpoint/protocol';
import { canonical, hashOf, hashText } from './canonical.ts';
import {
  type CheckSignature,
  drawFor,
  leafOf,
  resilienceOf,
  type Signatory,
  type WireCandidate,
  type WirePool,
  wirePool,
} from './committees.ts';
import { checkIdentities, type Identity } from './descriptions.ts';
import { developmentNetwork, isDevelopment } from './development.ts';
import {
  type DrawResult,
  headOf,
  MalformedTree,
  NotRevealed,
  type PartialTree,
  readPartialTree,
  type TreeHead,
} from './draw/index.ts';
import {
  type Claims,
  type Failure,
  isFailure,
  type ProofType,
  type Reading,
  type SeriesFault,
  type Verdict,
} from './proof-type.ts';

/** Everything that happened in one challenge (docs/evidence.md). Names are those of the wire. */
export interface Transcript {
  readonly version: 2;
  /** The service as everybody who signs names it. */
  readonly service: ServiceName;
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
  /** Who was asked, and what they answered; null if nobody was drawn. */
  readonly draw: TranscriptDraw | null;
  /** Readings that were not taken, and why. */
  readonly refusals: readonly { agent: string; attempt: number; code: string; reason: string; at: string }[];
  readonly state: string;
  /** Why there was nothing to judge (no prover, too few challengers, a request that left the chain); null otherwise. */
  readonly void: string | null;
  readonly verdict: Verdict;
}

/** The one draw of a challenge, with everything that it takes to repeat it beside the part of the eligible tree. */
export interface TranscriptDraw {
  readonly seed: string;
  /** Root and size of the eligible tree. */
  readonly eligible: TreeHead;
  /** Who the prover is, by its own signature. */
  readonly prover: Identity & { readonly owner: string };
  readonly prover_networks: readonly string[];
  readonly knows_systems: boolean;
  /** The table of autonomous systems that the operator named: its SHA-256, and when its file was changed. */
  readonly systems_table: { readonly sha256: string; readonly dated: string } | null;
  /** Null for types without places. */
  readonly pool: WirePool | null;
  /** Drawn without getting a seat, and why. */
  readonly passed_over: readonly { readonly challenger: string; readonly reason: string }[];
  /** The seats around the claim, then the lookouts. */
  readonly seats: readonly TranscriptSeat[];
}

export interface TranscriptSeat extends Identity {
  readonly challenger: WireCandidate;
  readonly lookout: boolean;
  /** The quadrant around the claim that it was drawn from, or `world`. */
  readonly from: string;
  readonly state: string;
  /** The reading exactly as signed; null where none was accepted. */
  readonly message: string | null;
  readonly signature: string | null;
}

/** The transcript with what it refers to by hash: a file that can be checked with nothing else at hand. */
export interface Evidence {
  readonly transcript: Transcript;
  readonly transcript_hash: string;
  /** The part of the eligible tree that the draw read. */
  readonly eligible_tree: PartialTree;
  readonly calibration: unknown;
}

/** The seed of a draw: fixed by the chain after the claim was. */
export const drawSeed = (blockHash: string, challengeId: string): string =>
  hashText(`trigpoint seed v1\n${blockHash}\n${challengeId}`);

/** Every near seat gave a reading that counts, at least n − tolerance did, or fewer. Lookouts are not among `parts`. */
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
  transcript: Pick<Transcript, 'info' | 'prover' | 'draw' | 'settings' | 'void'>,
  calibration: unknown,
): Promise<Verdict> => {
  if (transcript.void !== null) return { verified: 'inconclusive', reason: transcript.void, result: {}, detail: null };
  const { seats, pool } = transcript.draw ?? { seats: [], pool: null };
  const readings: Reading[] = [];
  for (const [place, { challenger, lookout: isLookout, message }] of seats.entries()) {
    if (message === null) continue;
    const reading = parseReading(message);
    const series = reading.series ?? (reading.failure as Failure);
    const faults = isFailure(series) ? [] : ((await proofType.checkSeries?.(series)) ?? []);
    readings.push({ challenger, series, round: place + 1, isLookout, faults });
  }
  const lookouts = seats.filter((it) => it.lookout).length;
  const resilience = pool ? resilienceOf(seats.length - lookouts, pool) : undefined;
  const verdict = proofType.judge({
    ask: proofType.decode(transcript.info),
    claims: transcript.prover?.claims ?? {},
    readings,
    asked: seats.length,
    lookouts,
    settings: transcript.settings,
    ...(resilience ? { resilience } : {}),
    ...(calibration === null || calibration === undefined ? {} : { calibration }),
  });
  const stated = {
    ...(isDevelopment(transcript.settings) ? developmentNetwork : {}),
    ...(resilience ? { withstands: String(resilience.withstands), tries: String(resilience.tries) } : {}),
  };
  return { ...verdict, result: { ...verdict.result, ...stated } };
};

/**
 * Checks evidence from end to end: hashes, every signature, the draw, the verdict. Returns what does not hold, each
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
  require(transcript.version === 2, `The transcript has version ${transcript.version}, which is not known.`);
  require(transcript.proof_type === proofType.id, `The transcript is of proof type ${transcript.proof_type}.`);
  require(transcript.calibration_hash === null
    ? evidence.calibration === null
    : hashOf(evidence.calibration) ===
        transcript.calibration_hash, 'The calibration is not the one that the transcript names.');
  problems.push(...checkFrame(proofType, transcript));
  problems.push(...checkDraw(proofType, evidence));
  problems.push(...(await checkIdentities(proofType, transcript, checkSignature)));
  for (const seat of transcript.draw?.seats ?? [])
    problems.push(...(await checkSeat(proofType, transcript, seat, checkSignature)));
  if (problems.length > 0) return problems;
  const verdict = await judgeTranscript(proofType, transcript, evidence.calibration);
  require(canonical(verdict) === canonical(transcript.verdict), 'Judging the readings again gives another verdict.');
  return problems;
};

/** What must hold before any reading is looked at: who was asked for, and how it ended. */
const checkFrame = (proofType: ProofType, transcript: Transcript): string[] => {
  const problems: string[] = [];
  const { prover, draw, state } = transcript;
  const ask = proofType.decode(transcript.info);
  if (prover && prover.id !== `${ask.isIPv6 ? 'IPv6' : 'IPv4'}/${prover.public_key}`)
    problems.push('The id of the prover does not carry its key.');
  if (prover?.key_type === 'ethereum' && prover.public_key.toLowerCase() !== ask.prover.toLowerCase())
    problems.push('The prover is not the one that was asked for.');
  const parts = (draw?.seats ?? [])
    .filter((it) => !it.lookout)
    .map(({ state: part, message }) => ({
      state: part,
      failure: (message !== null && readingSays(message)?.failure?.failure) || '',
    }));
  const fits = transcript.void === null ? state === finalState(parts, ask.tolerance) : state.startsWith('ERROR_');
  if (!fits) problems.push(`The state ${state} does not follow from the readings.`);
  return problems;
};

/** Repeats the draw over the part of the tree that it read, and compares all that it gives. */
const checkDraw = (proofType: ProofType, { transcript, eligible_tree }: Evidence): string[] => {
  const { draw, prover } = transcript;
  if (!draw) return eligible_tree === null ? [] : ['There is an eligible tree, and nobody was drawn from it.'];
  if (!prover) return ['Challengers were drawn for no prover.'];
  const problems: string[] = [];
  if (draw.seed !== drawSeed(transcript.block_hash, transcript.challenge_id))
    problems.push('The seed does not follow from the block and the challenge.');
  let drawn: DrawResult;
  try {
    const tree = readPartialTree(eligible_tree);
    if (canonical(headOf(tree)) !== canonical(draw.eligible))
      return [...problems, 'The eligible tree does not have the root that the transcript names.'];
    drawn = drawFor(proofType, tree, {
      ask: proofType.decode(transcript.info),
      settings: transcript.settings,
      seed: draw.seed,
      submittedAt: Date.parse(transcript.submitted_at),
      proverKey: prover.public_key,
      proverOwner: draw.prover.owner,
      proverNetworks: draw.prover_networks,
      knowsSystems: draw.knows_systems,
    });
  } catch (error) {
    if (error instanceof MalformedTree || error instanceof NotRevealed)
      return [...problems, `The draw cannot be repeated. ${error.message}`];
    throw error;
  }
  const seated = (seats: DrawResult['near'], lookout: boolean) =>
    seats.map(({ leaf, from }) => ({ id: leaf.id, lookout, from }));
  const again = [...seated(drawn.near, false), ...seated(drawn.lookouts, true)];
  if (
    canonical(again) !== canonical(draw.seats.map(({ challenger: { id }, lookout, from }) => ({ id, lookout, from })))
  )
    problems.push('Drawing again gives other challengers.');
  const passedOver = drawn.passedOver.map(({ leaf, reason }) => ({ challenger: leaf.id, reason }));
  if (canonical([passedOver, wirePool(drawn.pool)]) !== canonical([draw.passed_over, draw.pool]))
    problems.push('Drawing again gives another pool, or passes over other challengers.');
  const leaves = new Map([...drawn.near, ...drawn.lookouts].map(({ leaf }) => [leaf.id, leaf]));
  for (const { challenger } of draw.seats) {
    const leaf = leaves.get(challenger.id);
    if (leaf && canonical(leafOf(proofType, challenger, leaf)) !== canonical(leaf))
      problems.push(`${challenger.id} is not described as it stands in the eligible tree.`);
  }
  return problems;
};

const checkSeat = async (
  proofType: ProofType,
  transcript: Transcript,
  { challenger, state, message, signature }: TranscriptSeat,
  checkSignature: CheckSignature,
): Promise<string[]> => {
  const problems: string[] = [];
  const { id } = challenger;
  const family = proofType.decode(transcript.info).isIPv6 ? 'IPv6' : 'IPv4';
  if (id !== `${family}/${challenger.public_key}`) problems.push(`The id of ${id} does not carry its key.`);
  if ((state === 'read') !== (message !== null) || (message === null) !== (signature === null))
    problems.push(`It is unclear whether ${id} gave a reading.`);
  if (message === null || signature === null) return problems;
  const says = readingSays(message);
  const fits =
    says?.challenge_id === transcript.challenge_id &&
    says.attempt === 1 &&
    says.challenger === id &&
    says.prover === transcript.prover?.id &&
    says.proof_type === transcript.proof_type;
  if (!fits) problems.push(`The reading of ${id} is about something else.`);
  if (!(await checkSignature(challenger, message, signature)))
    problems.push(`The reading of ${id} is not signed by it.`);
  const counter = says && counterSignedOf(proofType, says);
  if (counter && !(transcript.prover && (await checkSignature(transcript.prover, counter.text, counter.signature))))
    problems.push(`The prover did not sign for what ${id} reports.`);
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
export const faultsInEvidence = async (
  proofType: ProofType,
  { transcript }: Pick<Evidence, 'transcript'>,
): Promise<{ readonly challenger: string; readonly fault: SeriesFault }[]> => {
  const found = [];
  for (const { challenger, message } of transcript.draw?.seats ?? []) {
    const series = message === null ? undefined : readingSays(message)?.series;
    for (const fault of (series !== undefined && (await proofType.checkSeries?.(series))) || [])
      found.push({ challenger: challenger.id, fault });
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
