import type { Finding } from '@trigpoint/log';
import { type ChallengeState, parseReading } from '@trigpoint/protocol';
import { resilienceOf } from '../committees.ts';
import { developmentNetwork, isDevelopment } from '../development.ts';
import { type Failure, isFailure, type JudgeInput, type ProofType, type Reading, type Verdict } from '../proof-type.ts';
import type { Transcript } from './transcript.ts';

/**
 * Whether a seat counts as answered. It does if its reading was accepted and is no fault of the challenger's own. It also does if
 * nobody waited for it, because the other readings had decided.
 */
export const isGood = ({ state, failure }: { readonly state: string; readonly failure: string }): boolean =>
  state === 'cancelled' || (state === 'read' && failure !== 'own_fault');

/**
 * The final state: success if every near seat counts as answered, partial success if all but `tolerance` of them do, failure
 * otherwise. Lookouts are not among `parts`.
 */
export const finalState = (
  parts: readonly { readonly state: string; readonly failure: string }[],
  tolerance: number,
): ChallengeState => {
  const good = parts.filter(isGood).length;
  if (parts.length > 0 && good === parts.length) return 'ENDED_SUCCESSFULLY';
  return good > 0 && good >= parts.length - tolerance ? 'ENDED_WITH_PARTIAL_SUCCESS' : 'ERROR_ENDED_WITH_FAILURE';
};

export type Judged = Pick<Transcript, 'info' | 'prover' | 'draw' | 'settings' | 'tries' | 'void'>;

/** What `judge` is given of a challenge. Each series is checked by itself first. */
const inputOf = async (proofType: ProofType, transcript: Judged, calibration: unknown): Promise<JudgeInput> => {
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
  const resilience = pool ? resilienceOf(seats.length - lookouts, pool, transcript.tries ?? 1) : undefined;
  return {
    ask: proofType.decode(transcript.info),
    claims: transcript.prover?.claims ?? {},
    readings,
    asked: seats.length,
    lookouts,
    settings: transcript.settings,
    ...(resilience ? { resilience } : {}),
    ...(calibration === null || calibration === undefined ? {} : { calibration }),
  };
};

/** The verdict, as the service reached it and as anybody can reach it again. */
export const judgeTranscript = async (
  proofType: ProofType,
  transcript: Judged,
  calibration: unknown,
): Promise<Verdict> => {
  if (transcript.void !== null) return { verified: 'inconclusive', reason: transcript.void, result: {}, detail: null };
  const input = await inputOf(proofType, transcript, calibration);
  const prepared = await proofType.prepare?.(input.ask);
  const verdict = proofType.judge({ ...input, ...(prepared === undefined ? {} : { prepared }) });
  const stated = {
    ...(isDevelopment(transcript.settings) ? developmentNetwork : {}),
    ...(input.resilience ? { withstands: String(input.resilience.withstands) } : {}),
    ...(transcript.tries === null ? {} : { tries: String(transcript.tries) }),
  };
  return { ...verdict, result: { ...verdict.result, ...stated } };
};

/** Whether the readings decide the verdict, whatever the missing readings would say. Only then may a challenge end without them. */
export const isSettled = async (proofType: ProofType, transcript: Judged, calibration: unknown): Promise<boolean> =>
  transcript.void === null &&
  proofType.settling !== undefined &&
  proofType.settling.isSettled(await inputOf(proofType, transcript, calibration));

/**
 * The finding about a prover between two challenges. The service writes it into its log, and anybody can compute it again.
 * `calibration` is the one of the second challenge.
 */
export const compareTranscripts = async (
  proofType: ProofType,
  before: Judged,
  now: Judged,
  calibration: unknown,
): Promise<Finding | null> =>
  proofType.compare && before.void === null && now.void === null
    ? proofType.compare(await inputOf(proofType, before, null), await inputOf(proofType, now, calibration))
    : null;
