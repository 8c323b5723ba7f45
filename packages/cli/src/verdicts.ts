import type { ChallengeStatus } from '@trigpoint/client';
import { developmentWords, isDevelopment } from '@trigpoint/proofs/registry';
import { exitCodes, oneLine } from './output.ts';

const words = { true: '✔ verified', false: '✘ refuted', inconclusive: '? inconclusive' } as const;
const codes = { true: exitCodes.done, false: exitCodes.refuted, inconclusive: exitCodes.inconclusive } as const;

export type Verified = keyof typeof words;

const outcomeOf = (status: ChallengeStatus): Verified | undefined => {
  const { verified } = status.consolidated_result;
  return verified === 'true' || verified === 'false' || verified === 'inconclusive' ? verified : undefined;
};

/** The last sentence that a command prints about a challenge. */
export const verdictLine = (status: ChallengeStatus): string => {
  const outcome = outcomeOf(status);
  if (!outcome) return `still running: ${status.state}`;
  return `${words[outcome]}: ${oneLine(String(status.consolidated_result.reason))}${networkNote(status.consolidated_result)}`;
};

/** A note behind results of development networks, where anybody may take part. */
export const networkNote = (result: Readonly<Record<string, unknown>>): string =>
  isDevelopment(result) ? ` (${developmentWords})` : '';

export const verdictWord = (verified: Verified): string => words[verified];

/** The exit code: 0 verified, 3 refuted, 4 inconclusive or still running. */
export const verdictCode = (status: ChallengeStatus): number => codes[outcomeOf(status) ?? 'inconclusive'];
