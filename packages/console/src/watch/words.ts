import { lengthWords } from '@trigpoint/proofs';
import { count } from '../figures.ts';
import { zoneWords as words } from '../map/zone-words.ts';
import type { Outcome } from '../parts/verdict-glyph.tsx';
import { longDay, timesEvery } from '../times.ts';
import { say, sayCount } from '../words/say.ts';
import { type SeenWatch, watchName } from './names.ts';
import { findingWord } from './results.ts';
import { type Counts, lastDecided, type Slot, sinceOf, type Tick } from './ticks.ts';

/** "inside the EU"; without a zone, "where it claims to be". */
export const insideWords = (zone: string | undefined): string =>
  zone === undefined ? say('where it claims to be') : say('inside {zone}', { zone: words(zone) });
const outsideWords = (zone: string | undefined): string =>
  zone === undefined ? say('not where it claims to be') : say('outside {zone}', { zone: words(zone) });

export const placeWords = (zone: string | undefined): string => (zone === undefined ? say('its claim') : words(zone));

/** How often a watch asks. Other languages do not say "every 1 hour". */
export const everyWords = (seconds: number): string => {
  const single = { 60: say('every minute'), 3600: say('every hour'), 86400: say('every day') }[seconds];
  return single ?? say('every {time}', { time: lengthWords(seconds) });
};

export interface Change {
  readonly parameters: Readonly<Record<string, string>>;
  readonly from_slot: number;
}

/**
 * The slots that asked what the watch asks now. A payer may change zone and place, and an answer about another zone says
 * nothing about this one.
 */
export const slotsAskedNow = <S extends { readonly number: number }>(
  { parameters }: Pick<SeenWatch, 'parameters'>,
  changes: readonly Change[],
  slots: readonly S[],
): readonly S[] => {
  const isSame = ({ parameters: it }: Change) =>
    (['zone', 'latitude', 'longitude'] as const).every((name) => it[name] === parameters[name]);
  const other = changes.findLastIndex((it) => !isSame(it));
  // Only the newest changes are told. What was asked before the first of them is not known.
  const from = changes[other + 1]?.from_slot ?? 0;
  return slots.filter((it) => it.number >= from);
};

export interface Says {
  readonly outcome: Outcome;
  /** What comes before the coloured part, the part itself, and what comes after. */
  readonly title: readonly [before: string, told: string, after: string];
  readonly lead: string;
}

const dayMs = 86_400_000;

/** The day, and the time as well if that is not long ago. */
const since = (at: number, now: number, { every_seconds }: Pick<SeenWatch, 'every_seconds'>): string => {
  const time = timesEvery(every_seconds).at(at);
  return now - at < dayMs ? time : now - at < 2 * dayMs ? `${longDay(at)}, ${time}` : longDay(at);
};

/** An answer no longer says where the prover is when two windows went by without another answer that decides. */
const isStale = (ticks: readonly Tick[], last: Tick): boolean =>
  ticks.filter((it) => it.number > last.number && it.result !== 'paused').length >= 2;

/** The sentence of the page. "Seen", never "was": between two slots nobody looked. */
export const watchSays = (watch: SeenWatch, ticks: readonly Tick[], counts: Counts, now: number): Says => {
  const { zone } = watch.parameters;
  const who = watchName(watch);
  const last = lastDecided(ticks);
  const lead = leadOf(watch, counts, now);
  if (!last)
    return {
      outcome: counts.undecided > 0 ? 'inconclusive' : watch.state === 'running' ? 'measuring' : 'none',
      title: [`${who}: `, say('no answer yet'), counts.due > 0 ? say(' that tells where it is') : ''],
      lead,
    };
  if (last.again && last.shape !== 'outside') {
    const text = say('{who} has been seen {place} when asked again after its slot of {since}', {
      ...{ who, place: gap, since: since(last.at, now, watch) },
    });
    return { outcome: 'refuted', title: around(text, outsideWords(last.again === 'refuted' ? undefined : zone)), lead };
  }
  if (last.shape === 'inside' && isStale(ticks, last)) {
    const text = say('{who} has not been seen {place} since {since}', {
      ...{ who, place: gap, since: since(last.at, now, watch) },
    });
    return { outcome: 'inconclusive', title: around(text, insideWords(zone)), lead };
  }
  if (last.shape === 'inside') {
    const isInside = (it: Tick) => it.shape === 'inside' && it.again === undefined;
    const text = say('{who} has been seen only {place} since {since}', {
      ...{ who, place: gap, since: since(sinceOf(ticks, isInside)?.at ?? last.at, now, watch) },
    });
    return { outcome: 'verified', title: around(text, insideWords(zone)), lead };
  }
  // A prover whose claim is refuted may still be inside the zone.
  const isRefuted = last.result === 'refuted';
  const isAway = (it: Tick) => it.shape === 'outside' && (isRefuted || it.result === 'outside');
  const text = say('{who} has been seen {place} since {since}', {
    ...{ who, place: gap, since: since(sinceOf(ticks, isAway)?.at ?? last.at, now, watch) },
  });
  const told = outsideWords(isRefuted ? undefined : zone);
  return { outcome: 'refuted', title: around(text, told), lead };
};

/** Stands for the coloured part, which has its place in the sentence of each language. No name has this character. */
const gap = '\u0000';
const around = (text: string, told: string): Says['title'] => {
  const [before = '', after = ''] = text.split(gap);
  return [before, told, after];
};

const none = (n: number) => (n === 0 ? say('none') : count(n));

/** A watch that ends within a day says so. */
const endWords = ({ until, every_seconds }: SeenWatch, now: number): string =>
  Date.parse(until) > now && Date.parse(until) - now < dayMs
    ? say('It ends on {day}.', { day: timesEvery(every_seconds).onDay(Date.parse(until)) })
    : '';

const leadOf = (watch: SeenWatch, counts: Counts, now: number): string => {
  const { state, parameters } = watch;
  const { zone } = parameters;
  const after = { running: endWords(watch, now), paused: say('It is paused: nobody asks.'), over: say('It is over.') }[
    state
  ];
  if (counts.due === 0) return [say('The first window is not over.'), after].filter(Boolean).join(' ');
  const { held } = counts;
  const silent =
    counts.silent === 0 ? '' : sayCount(counts.silent, '{n} slot had no answer.', '{n} slots had no answer.');
  const unasked =
    counts.unasked === 0 ? '' : sayCount(counts.unasked, 'In {n} slot nobody asked.', 'In {n} slots nobody asked.');
  if (held === 0) return [silent, unasked, after].filter(Boolean).join(' ');
  const told = held === 1 ? onlyWords(counts, zone) : answerWords(counts, zone);
  const again =
    counts.again === 0
      ? ''
      : sayCount(
          counts.again,
          'Asked again after a change, it was elsewhere {n} time.',
          'Asked again after a change, it was elsewhere {n} times.',
        );
  return [told, again, silent, unasked, after].filter(Boolean).join(' ');
};

const onlyWords = ({ inside, outside, refuted }: Counts, zone: string | undefined): string => {
  if (inside === 1)
    return say('Asked at a moment it could not predict: its one answer puts it {place}.', { place: insideWords(zone) });
  if (refuted === 1) return say('Asked at a moment it could not predict: its one answer refutes its claim.');
  return outside === 1
    ? say('Asked at a moment it could not predict: its one answer puts it elsewhere.')
    : say('Asked at a moment it could not predict: its one answer leaves it open.');
};

const answerWords = ({ held, inside, undecided, outside, refuted }: Counts, zone: string | undefined): string => {
  const told = say(
    'Asked at moments it could not predict: {some} of {n} answered slots put it {place}, {open} left it open, {elsewhere} put it elsewhere.',
    {
      ...{ some: none(inside), n: count(held), place: insideWords(zone) },
      ...{ open: none(undecided), elsewhere: none(zone === undefined ? outside + refuted : outside) },
    },
  );
  if (zone === undefined || refuted === 0) return told;
  const also = sayCount(
    refuted,
    '{n} refuted its claim, and leaves open whether it was {place}.',
    '{n} refuted its claim, and leave open whether it was {place}.',
    { place: insideWords(zone) },
  );
  return `${told} ${also}`;
};

/** Whether the newest answer found the prover where it was; empty where it did, or where nobody can tell. Slots are newest first. */
export const movedWords = (slots: readonly Slot[]): string => {
  const newest = slots.find((it) => it.finding !== '');
  const found = newest?.extra?.finding || newest?.finding || '';
  if (found === 'moved') return say(' It has moved: its newest answers cannot come from where it was shown to be.');
  if (found === 'probably_moved')
    return say(' It has probably moved since its place was shown; that is statistics, not proof.');
  return findingWord(found) === ''
    ? ''
    : say(' Its delays have changed since its place was shown, so it was asked again.');
};
