import { Check } from '@trigpoint/schema';
import type { CheckSignature } from '../committees.ts';
import type { ProofType } from '../proof-type.ts';
import { otherContext } from './context.ts';
import { counterSignedOf, readingSays } from './readings.ts';
import type { Transcript, TranscriptSeat } from './transcript.ts';

/**
 * Checks that the seat has a reading if its state says so, that the reading is about this challenge, and that it has the shape of a
 * measurement. The rules count with its figures as they are, and -1e999 would stay -Infinity.
 */
export const checkSeat = (
  proofType: ProofType,
  transcript: Transcript,
  { challenger: { id }, state, message, signature }: TranscriptSeat,
): string[] => {
  const problems: string[] = [];
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
  if (says?.series !== undefined && !Check(proofType.series, says.series))
    problems.push(`The reading of ${id} is none that a measurement gives.`);
  return problems;
};

/** Checks that challenger and prover signed the reading, for this draw and no other. */
export const checkSeatSignatures = async (
  proofType: ProofType,
  transcript: Transcript,
  seat: TranscriptSeat,
  checkSignature: CheckSignature,
): Promise<string[]> => {
  const { prover } = transcript;
  const { challenger, message, signature } = seat;
  if (message === null || signature === null) return [];
  const problems: string[] = [];
  const says = readingSays(message);
  for (const name of otherContext(transcript, seat, says?.context))
    problems.push(`The reading of ${challenger.id} names another ${name}.`);
  if (!(await checkSignature(challenger, message, signature)))
    problems.push(`The reading of ${challenger.id} is not signed by it.`);
  const counter = says && counterSignedOf(proofType, says);
  if (counter && !(prover && (await checkSignature(prover, counter.text, counter.signature))))
    problems.push(`The prover did not sign for what ${challenger.id} reports.`);
  return problems;
};
