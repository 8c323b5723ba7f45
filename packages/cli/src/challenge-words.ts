import type { ChallengeState, ChallengeStatus } from '@trigpoint/client';
import { isFinal } from '@trigpoint/client';
import type { Profile } from '@trigpoint/proofs';
import { shortId } from './challenge-view.ts';
import { lengthWords } from './durations.ts';
import { columns, counted } from './output.ts';
import { localTime } from './times.ts';
import { verdictLine } from './verdicts.ts';

const stateWords: Readonly<Record<ChallengeState, string>> = {
  SUBMITTED_TO_CHALLENGE_COORDINATOR: 'waits to be measured',
  ACCEPTED_BY_CHALLENGE_COORDINATOR: 'is measured',
  ENDED_SUCCESSFULLY: 'has ended: as many answered as were needed',
  ENDED_WITH_PARTIAL_SUCCESS: 'has ended: enough answered, but not all',
  ERROR_ENDED_WITH_FAILURE: 'has ended: too few answered',
  ERROR_NOT_ENOUGH_CHALLENGERS: 'has ended: there were too few challengers',
};

const isOver = ({ state }: ChallengeStatus): boolean => isFinal(state as ChallengeState);
const secondsOf = (from: string | number, to: string): number => (Date.parse(to) - new Date(from).getTime()) / 1000;

export const awaitsConsent = ({ challenge_parameters: asked }: ChallengeStatus): boolean =>
  asked.waits_for === 'the consent of the prover';

/** When a challenge ends at the latest. Before the prover has consented, only the end of the request is known. */
export const howLong = (status: ChallengeStatus, now = Date.now()): string => {
  if (isOver(status)) return 'has ended';
  const { challenge_end_time: end, challenge_parameters: asked } = status;
  if (awaitsConsent(status)) return `waits for ${asked.waits_for}, until ${localTime(end)}`;
  return `ends within ${lengthWords(Math.max(1, Math.ceil(secondsOf(now, end))))} at the latest, and mostly much sooner`;
};

/** A challenge for people. Programs read the fields themselves, with --json. */
export const statusLines = (profile: Profile | undefined, status: ChallengeStatus): string[] => {
  const { id, state, prover, challenge_parameters: asked, consolidated_result: found } = status;
  const { name } = prover.claims;
  const verified = found.verified === 'true' || found.verified === 'false' ? found.verified : 'inconclusive';
  const [began, end] = [status.challenge_start_time, status.challenge_end_time];
  const tolerance = Number(asked.tolerance);
  const rows: (readonly [string, string | undefined])[] = [
    ['prover', `${shortId(prover.id || String(asked.prover))}${name ? ` (${name})` : ''}`],
    ['asked for', profile?.words.asked(asked, prover.claims)],
    ['asked of', `${counted(Number(asked.number_of_challengers), 'challenger')}, of which ${tolerance} may drop out`],
    ['began', localTime(began)],
    isOver(status)
      ? ['ended', `${localTime(end)}, after ${lengthWords(Math.max(1, Math.round(secondsOf(began, end))))}`]
      : ['ends', howLong(status)],
    ['found', isOver(status) ? profile?.words.found(verified, textsOf(found)) : undefined],
  ];
  return [
    `Challenge ${id} ${stateWords[state as ChallengeState] ?? state}.`,
    columns(rows.flatMap(([label, text]) => (text === undefined ? [] : [[`  ${label}`, text]]))),
    ...(isOver(status) ? [verdictLine(status)] : []),
  ];
};

const textsOf = (found: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value)]));
