import type { Checked } from '@trigpoint/client';
import type { Evidence } from '@trigpoint/proofs';
import { type Claims, nameOf } from '../challenge/agents.ts';
import { readReading } from '../challenge/readings.ts';
import { count, shortId } from '../figures.ts';
import type { Outcome } from '../parts/verdict-glyph.tsx';
import { say, sayReason } from '../words/say.ts';
import { verifyWords as words } from './words.ts';

type Problem = Checked['problems'][number];

/** One thing that was computed again, and what came of it. */
export interface Recomputed {
  readonly title: string;
  readonly outcome: Outcome;
  readonly found: string;
  readonly because: readonly string[];
  /** The title is a sentence of the check itself. */
  readonly isSaid?: boolean;
}

/** One of the three words, with everything that was looked at for it. */
export interface Word {
  readonly step: Problem['step'];
  readonly outcome: Outcome;
  readonly word: string;
  readonly sub: string;
  readonly isSaid?: boolean;
  readonly rows: readonly Recomputed[];
}

const ofAll = (n: number): string => say('{n} of {n}', { n: count(n) });

/** A part of the check, the title of its row, and what the row says if the part holds: words, or how many things were looked at. */
type Given = readonly [part: NonNullable<Problem['part']>, title: string, found: string | number];

const rowsOf = (given: readonly Given[], problems: readonly Problem[]): Recomputed[] =>
  given.map(([part, title, found]) => {
    const because = problems
      .filter((it) => it.part === part)
      .map((it) => it.problem)
      // What the challenger signed and what the prover signed for it are rows of their own.
      .filter((it) => part !== 'readings' || isCounter(it) === (title === words.rows.counter));
    const isCount = typeof found === 'number';
    if (because.length > 0) {
      const bad = new Set(because).size;
      return { title, outcome: 'refuted', found: isCount ? words.failing(bad, found) : words.fails, because };
    }
    return { title, outcome: 'verified', found: isCount ? ofAll(found) : found, because };
  });

/** Sentences name agents by their ids; people know them by where they say they stand. */
const named = (sentence: string, { transcript }: Evidence): string =>
  (transcript.draw?.seats ?? []).reduce(
    (text, { challenger: { id, claims } }) => text.replaceAll(id, nameOf(id, claims as Claims)),
    sentence,
  );

/** What a check found, row by row. Without problems each row says what it compared. */
export const wordsOf = (
  evidence: Evidence,
  checked: Pick<Checked, 'reached' | 'problems' | 'held' | 'unchecked'>,
): Word[] => {
  const { transcript, transcript_hash } = evidence;
  const { reached } = checked;
  const problems = checked.problems.map((it) => ({ ...it, problem: named(it.problem, evidence) }));
  const against = (step: Problem['step']) => problems.filter((it) => it.step === step);
  const seats = transcript.draw?.seats ?? [];
  const read = seats.filter((it) => it.message !== null);
  const withSeries = read.filter((it) => readReading(it.message)?.series !== undefined).length;
  const drawn = seats.length > 0;

  const consistent: Given[] = [
    ['hashes', words.rows.hashes, shortId(transcript_hash, 8, 6)],
    ['request', words.rows.request, words.same],
    ...(transcript.consent ? ([['consent', words.rows.consent, words.same]] as const) : []),
    ...(transcript.acceptance
      ? ([
          ['seed', words.rows.seed, say('entry {index} of the log', { index: count(transcript.acceptance.index) })],
        ] as const)
      : []),
    ...(drawn ? ([['draw', words.rows.draw, seats.length]] as const) : []),
    ['verdict', words.rows.verdict, words.same],
  ];
  const signed: Given[] = [
    ...(drawn
      ? ([['descriptions', words.rows.descriptions, say('{n} agents', { n: count(seats.length + 1) })]] as const)
      : []),
    ...(transcript.request?.signature
      ? ([['request', words.rows.signedRequest, shortId(transcript.payer.replace(/^\w+:/, ''))]] as const)
      : []),
    ...(transcript.consent ? ([['consent', words.rows.signedConsent, words.same]] as const) : []),
    ...(read.length > 0 ? ([['readings', words.rows.readings, read.length]] as const) : []),
    ...(withSeries > 0 ? ([['readings', words.rows.counter, withSeries]] as const) : []),
  ];

  // The acceptance and the seed are one row, and a reading about something else belongs to the draw.
  const merged = against('consistent').map(
    (it): Problem =>
      it.part === 'acceptance'
        ? { ...it, part: 'seed' }
        : it.part === 'readings'
          ? { ...it, part: 'draw' }
          : { ...it, part: it.part ?? 'hashes' },
  );
  const isConsistent = merged.length === 0;
  const isSigned = reached === 'signed' || reached === 'anchored';
  const rows = {
    consistent: rowsOf(consistent, merged).map((it) =>
      // The verdict is judged again only where nothing else is wrong before it.
      it.title === words.rows.verdict && !isConsistent && it.outcome === 'verified'
        ? { ...it, outcome: 'none' as const, found: words.notReached }
        : it,
    ),
    signed: rowsOf(signed, against('signed')),
    anchored: [
      ...against('anchored').map((it) => row('refuted', it.problem)),
      ...checked.held.map((it) => row('verified', it)),
      ...checked.unchecked.map((it) => row('none', it)),
    ],
  };
  const of = (step: Word['step'], holds: boolean | undefined): Word => {
    const how = holds === undefined ? 'open' : holds ? 'holds' : 'fails';
    return {
      step,
      outcome: holds === undefined ? 'none' : holds ? 'verified' : 'refuted',
      word: words[step][how],
      sub: words.sub[step][how],
      rows: rows[step],
    };
  };
  return [
    of('consistent', isConsistent),
    of('signed', against('signed').length > 0 ? false : isSigned || isConsistent ? true : undefined),
    of('anchored', reached === 'anchored' ? true : against('anchored').length > 0 ? false : undefined),
  ];
};

/** The sentence of a step below its word, which is not said twice. */
export const belowWord = (sentence: string): string => {
  const rest = sayReason(sentence).replace(/^(not )?(consistent|signed|anchored)( to an unknown service)?: /, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
};

const row = (outcome: Outcome, title: string): Recomputed => ({ title, outcome, found: '', because: [], isSaid: true });

const isCounter = (problem: string): boolean => problem.startsWith('The prover did not sign');
