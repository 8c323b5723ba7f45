import type { JSX } from 'preact';
import { shortId, signedPoints } from '../figures.ts';
import { absolute, atSecond } from '../times.ts';
import { markOf, say, sayReason } from '../words/say.ts';
import { Table } from './table.tsx';

export interface Entry {
  readonly at: string;
  readonly points: number;
  readonly points_exact: string;
  readonly reason: string;
}

const tone = (points: number): string => (points > 0 ? 'ok' : points < 0 ? 'no' : 'muted');

const ofChallenge = /^Challenge (\d+|ask-[0-9a-f]+): /;

/** Reasons that belong to a challenge begin with its id, which gets a column of its own. */
export const readReason = (reason: string): { challenge?: string; says: string } => {
  const [, challenge] = ofChallenge.exec(reason) ?? [];
  const says = sayReason(reason.replace(ofChallenge, ''));
  return challenge === undefined ? { says } : { challenge, says: says.charAt(0).toUpperCase() + says.slice(1) };
};

/** Lines of a statement. Each has a reason, also where nothing was paid. */
export const Ledger = ({ entries }: { entries: readonly Entry[] }): JSX.Element => {
  const lines = entries.map((it) => ({ ...it, ...readReason(it.reason) }));
  const ofChallenges = lines.some((it) => it.challenge !== undefined);
  return (
    <Table
      class="folds ledger"
      columns={[say('Time'), { end: 'POINTS' }, say('Reason'), ...(ofChallenges ? [say('Challenge')] : [])]}
    >
      {lines.map(({ challenge, says, ...it }, i) => (
        <tr key={`${it.at} ${it.reason} ${i}`}>
          <td class="muted" title={absolute(Date.parse(it.at))}>
            {atSecond(Date.parse(it.at))}
          </td>
          <td class={`end aside medium ${tone(it.points)}`} title={it.points_exact}>
            {signedPoints(it.points)}
          </td>
          <td class="whole" {...markOf(it.reason.replace(ofChallenge, ''))}>
            {says}
          </td>
          {ofChallenges && (
            <td class="fold-away">
              {challenge && (
                <a class="link mono" href={`/challenges/${challenge}`}>
                  {shortId(challenge, 10, 4)}
                </a>
              )}
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
};
