import { type MeasurementContext, parseReading, type ReadingText, unlessThrows } from '@trigpoint/protocol';
import type { CheckSignature, Signatory } from '../committees.ts';
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

/** What a challenger was asked to measure, and who signs for the result. */
export interface AskedReading {
  readonly challengeId: string;
  readonly attempt: number;
  readonly prover: Signatory | null;
  readonly challenger: Signatory;
  readonly context: MeasurementContext | undefined;
}

export type ReadingMisfit =
  | 'malformed'
  | 'about_something_else'
  | 'bad_series'
  | 'bad_signature'
  | 'bad_counter_signature';

/** What a reading says, if it answers what was asked and both agents have signed it. Otherwise why it does not count. */
export const checkReading = async (
  proofType: ProofType,
  isSeries: (series: unknown) => boolean,
  { message, signature }: { readonly message: string; readonly signature: string },
  { challengeId, attempt, prover, challenger, context }: AskedReading,
  checkSignature: CheckSignature,
): Promise<ReadingText | { readonly refused: ReadingMisfit }> => {
  const says = readingSays(message);
  if (!says) return { refused: 'malformed' };
  const fits =
    says.challenge_id === challengeId &&
    says.attempt === attempt &&
    says.prover === prover?.id &&
    says.challenger === challenger.id &&
    says.proof_type === proofType.id &&
    context !== undefined &&
    says.context !== undefined &&
    contextHash(says.context) === contextHash(context);
  if (!fits) return { refused: 'about_something_else' };
  if (says.series !== undefined && !isSeries(says.series)) return { refused: 'bad_series' };
  if (!(await checkSignature(challenger, message, signature))) return { refused: 'bad_signature' };
  const counter = counterSignedOf(proofType, says);
  if (counter && !(await checkSignature(prover, counter.text, counter.signature)))
    return { refused: 'bad_counter_signature' };
  return says;
};

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
