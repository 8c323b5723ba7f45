import type { Evidence } from '@trigpoint/proofs';
import { type Claims, nameOf } from '../challenge/agents.ts';
import { readReading, rttsOf } from '../challenge/readings.ts';
import { inWords } from '../figures.ts';
import { say } from '../words/say.ts';
import { alteredMeans } from './words.ts';

/** A number in evidence that somebody may want to be another one. */
export interface Alteration {
  readonly id: 'reading' | 'place' | 'verdict';
  readonly label: string;
  /** Whose statement carries it, and under which name. */
  readonly where: string;
  readonly value: number;
  /** What a forger would write. */
  readonly tempting: number;
  /** Whether a forger would judge again after the change. A forger who changes the verdict itself would not. */
  readonly isJudgedAgain: boolean;
  readonly means: string;
  /** The statement that carries the number, as an object. */
  statement(evidence: Evidence): unknown;
  apply(evidence: Evidence, value: number): Evidence;
}

type Seat = NonNullable<Evidence['transcript']['draw']>['seats'][number];

const withSeat = (evidence: Evidence, place: number, change: (seat: Seat) => Seat): Evidence => {
  const { transcript } = evidence;
  if (!transcript.draw) return evidence;
  const seats = transcript.draw.seats.map((it, i) => (i === place ? change(it) : it));
  return { ...evidence, transcript: { ...transcript, draw: { ...transcript.draw, seats } } };
};

const rounded = (value: number): number => Number(value.toPrecision(3));

/** The reading with the fastest answer, or for other types the first one with a plan. */
const readingOf = ({ transcript }: Evidence): Alteration[] => {
  const found = (transcript.draw?.seats ?? []).flatMap((seat, place) => {
    const series = readReading(seat.message)?.series;
    const fastest = Math.min(...rttsOf(series));
    return seat.message !== null && Number.isFinite(fastest) ? [{ place, seat, fastest }] : [];
  });
  const [first] = found.sort((a, b) => a.fastest - b.fastest);
  if (!first) return [];
  const { place, seat, fastest } = first;
  const name = nameOf(seat.challenger.id, seat.challenger.claims as Claims);
  return [
    {
      id: 'reading',
      label: say('{name}: fastest round trip, ms', { name }),
      where: say('reading of {name}, rtts_us', { name }),
      value: rounded(fastest),
      tempting: rounded(fastest / 4),
      isJudgedAgain: true,
      means: alteredMeans.reading(name),
      statement: (it) => JSON.parse(it.transcript.draw?.seats[place]?.message ?? 'null'),
      apply: (it, value) =>
        withSeat(it, place, (one) => {
          const message = JSON.parse(one.message ?? '{}');
          const rtts = message.series.rtts_us.map((us: number) => (us / 1000 === fastest ? value * 1000 : us));
          return { ...one, message: JSON.stringify({ ...message, series: { ...message.series, rtts_us: rtts } }) };
        }),
    },
  ];
};

/** Where a challenger stands, as it says in its signed description. */
const placeOf = ({ transcript }: Evidence): Alteration[] => {
  const seats = transcript.draw?.seats ?? [];
  const place = seats.findIndex(
    (it) => it.message !== null && it.description && it.challenger.claims.longitude !== undefined,
  );
  const seat = seats[place];
  if (!seat) return [];
  const name = nameOf(seat.challenger.id, seat.challenger.claims as Claims);
  const value = Number(seat.challenger.claims.longitude);
  return [
    {
      id: 'place',
      label: say('{name}: longitude, degrees', { name }),
      where: say('self-description of {name}, longitude', { name }),
      value,
      tempting: value > 0 ? rounded(value - 90) : rounded(value + 90),
      isJudgedAgain: true,
      means: alteredMeans.place(name),
      statement: (it) => JSON.parse(it.transcript.draw?.seats[place]?.description?.text ?? 'null'),
      apply: (it, longitude) =>
        withSeat(it, place, (one) => {
          if (!one.description) return one;
          const text = JSON.parse(one.description.text);
          const claims = { ...text.claims, longitude: String(longitude) };
          return {
            ...one,
            challenger: { ...one.challenger, claims: { ...one.challenger.claims, longitude: String(longitude) } },
            description: { ...one.description, text: JSON.stringify({ ...text, claims }) },
          };
        }),
    },
  ];
};

const verdictFigures: Readonly<Record<string, string>> = {
  uncertainty_km: say('Verdict: distance, km at most'),
  bandwidth_mbps: say('Verdict: bandwidth, Mbit/s'),
};

/** A figure of the verdict: the one that matters most, if the type is known. */
const verdictOf = ({ transcript }: Evidence): Alteration[] => {
  const { result } = transcript.verdict;
  const numbers = Object.entries(result).filter(([, it]) => it !== '' && Number.isFinite(Number(it)));
  const [name, text] = numbers.find(([it]) => Object.hasOwn(verdictFigures, it)) ?? numbers[0] ?? [];
  if (name === undefined) return [];
  const value = Number(text);
  return [
    {
      id: 'verdict',
      label: verdictFigures[name] ?? say('{name} in the verdict', { name: inWords(name) }),
      where: say('verdict, {name}', { name }),
      value,
      tempting: value > 10 ? Math.round(value / 4) : value + 1,
      isJudgedAgain: false,
      means: alteredMeans.verdict(),
      statement: (it) => ({ ...it.transcript.verdict, detail: undefined }),
      apply: (it, changed) => {
        const { verdict } = it.transcript;
        const altered = { ...verdict, result: { ...verdict.result, [name]: String(changed) } };
        return { ...it, transcript: { ...it.transcript, verdict: altered } };
      },
    },
  ];
};

export const alterationsOf = (evidence: Evidence): readonly Alteration[] => [
  ...readingOf(evidence),
  ...placeOf(evidence),
  ...verdictOf(evidence),
];

export interface Line {
  readonly number: number;
  readonly text: string;
  readonly isChanged: boolean;
}

const around = 3;

/** The lines of a statement around those that differ from the original. */
export const changedLines = (original: unknown, altered: unknown): readonly Line[] => {
  const [before, after] = [original, altered].map((it) => JSON.stringify(it, null, 2).split('\n')) as [
    string[],
    string[],
  ];
  const lines = after.map((text, i) => ({ number: i + 1, text, isChanged: text !== before[i] }));
  const first = lines.findIndex((it) => it.isChanged);
  return first < 0 ? [] : lines.slice(Math.max(0, first - around), first + around + 1);
};
