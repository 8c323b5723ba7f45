import type { PublicWatch, WatchInfo } from '@trigpoint/client';
import { plural, shortAgent } from '../figures.ts';
import { zoneWords as words } from '../map/zone-words.ts';
import type { Outcome } from '../parts/verdict-glyph.tsx';
import { type Counts, lastDecided, sinceOf, type Tick } from './ticks.ts';

/** What the pages need of a watch, whoever looks at it. */
export type SeenWatch = PublicWatch['watch'] & Partial<WatchInfo>;

export const watchName = ({ name, prover }: Pick<SeenWatch, 'name' | 'prover'>): string => name || shortAgent(prover);

/** "inside the EU"; without a zone, "where it claims to be". */
export const insideWords = (zone: string | undefined): string =>
  zone === undefined ? 'where it claims to be' : `inside ${words(zone)}`;
const outsideWords = (zone: string | undefined): string =>
  zone === undefined ? 'not where it claims to be' : `outside ${words(zone)}`;

export const placeWords = (zone: string | undefined): string => (zone === undefined ? 'its claim' : words(zone));

export interface Says {
  readonly outcome: Outcome;
  /** What comes before the coloured part, the part itself, and what comes after. */
  readonly title: readonly [before: string, told: string, after: string];
  readonly lead: string;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayMs = 86_400_000;

/** The day, and the time as well if that is not long ago. */
const since = (at: number, now: number): string =>
  now - at < dayMs
    ? minute.format(at)
    : now - at < 2 * dayMs
      ? `${day.format(at)}, ${minute.format(at)}`
      : day.format(at);

/** The sentence of the page. "Seen", never "was": between two slots nobody looked. */
export const watchSays = (watch: SeenWatch, ticks: readonly Tick[], counts: Counts, now: number): Says => {
  const { zone } = watch.parameters;
  const who = watchName(watch);
  const last = lastDecided(ticks);
  const lead = leadOf(watch, counts);
  if (!last)
    return {
      outcome: counts.undecided > 0 ? 'inconclusive' : watch.state === 'running' ? 'measuring' : 'none',
      title: [`${who}: `, 'no answer yet', counts.due > 0 ? ' that tells where it is' : ''],
      lead,
    };
  if (last.shape === 'inside')
    return {
      outcome: 'verified',
      title: [
        `${who} was seen only `,
        insideWords(zone),
        ` since ${since(sinceOf(ticks, 'inside')?.at ?? last.at, now)}`,
      ],
      lead,
    };
  return {
    outcome: 'refuted',
    title: [`${who} was seen `, outsideWords(zone), ` since ${since(sinceOf(ticks, 'outside')?.at ?? last.at, now)}`],
    lead,
  };
};

const none = (count: number) => (count === 0 ? 'none' : String(count));

const leadOf = ({ state, parameters: { zone } }: SeenWatch, counts: Counts): string => {
  const after = { running: '', paused: ' It is paused: nobody asks.', over: ' It is over.' }[state];
  if (counts.due === 0) return `The first window is not over.${after}`;
  const { held, inside, undecided, outside, due } = counts;
  const silent = due - held === 0 ? '' : ` ${plural(due - held, 'slot')} had no answer.`;
  return `Asked at moments it could not predict: ${none(inside)} of ${plural(held, 'answer')} put it ${insideWords(zone)}, ${none(undecided)} could not tell, ${none(outside)} put it elsewhere.${silent}${after}`;
};
