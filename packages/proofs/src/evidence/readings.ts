import { parseReading, type ReadingText, unlessThrows } from '@trigpoint/protocol';
import type { ProofType, SeriesFault } from '../proof-type.ts';
import { contextHash } from './context.ts';
import type { Evidence } from './transcript.ts';

/** The text that the prover must have signed for a reading to count. Undefined for a failure, or if the type demands no signature. */
export const counterSignedOf = (proofType: ProofType, says: ReadingText) =>
  says.series === undefined
    ? undefined
    : proofType.counterSigned?.(
        {
          challengeId: says.challenge_id,
          attempt: says.attempt,
          prover: { id: says.prover },
          challenger: { id: says.challenger },
          context: says.context === undefined ? '' : contextHash(says.context),
        },
        says.series,
      );

/** What single readings prove beyond the verdict, such as a prover's fraud. The evidence must have passed `examineEvidence`. */
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

/** Reads a reading. Undefined for a text that is none. */
export const readingSays = (message: string) => unlessThrows(() => parseReading(message));
