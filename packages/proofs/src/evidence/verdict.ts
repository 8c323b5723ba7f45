import { type ChallengeState, parseReading } from '@trigpoint/protocol';
import { resilienceOf } from '../committees.ts';
import { developmentNetwork, isDevelopment } from '../development.ts';
import { type Failure, isFailure, type ProofType, type Reading, type Verdict } from '../proof-type.ts';
import type { Transcript } from './transcript.ts';

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
  transcript: Pick<Transcript, 'info' | 'prover' | 'draw' | 'settings' | 'tries' | 'void'>,
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
  const resilience = pool ? resilienceOf(seats.length - lookouts, pool, transcript.tries ?? 1) : undefined;
  const ask = proofType.decode(transcript.info);
  const prepared = await proofType.prepare?.(ask);
  const verdict = proofType.judge({
    ask,
    claims: transcript.prover?.claims ?? {},
    readings,
    asked: seats.length,
    lookouts,
    settings: transcript.settings,
    ...(resilience ? { resilience } : {}),
    ...(prepared === undefined ? {} : { prepared }),
    ...(calibration === null || calibration === undefined ? {} : { calibration }),
  });
  const stated = {
    ...(isDevelopment(transcript.settings) ? developmentNetwork : {}),
    ...(resilience ? { withstands: String(resilience.withstands) } : {}),
    ...(transcript.tries === null ? {} : { tries: String(transcript.tries) }),
  };
  return { ...verdict, result: { ...verdict.result, ...stated } };
};
