import { Check } from '@trigpoint/schema';
import { canonical } from './canonical.ts';
import { drawFor, leafOf, seatsOf, wireChallengerOf } from './committees.ts';
import { treeOf } from './draw/index.ts';
import {
  type Ask,
  AskError,
  type Failure,
  type JudgeInput,
  type Measurer,
  type ProofType,
  type Reading,
  type Verdict,
} from './proof-type.ts';

/** What a proof type brings along to be held to its promises. */
export interface Fixtures<A extends Ask, S> {
  /** Asks that differ as much as possible. */
  readonly asks: readonly A[];
  /** Candidates, some of which share an owner or a network. */
  readonly eligible: readonly Measurer[];
  /** Readings of a prover whose claim is true, and enough of them to verify it. */
  honest(): JudgeInput<A, S>;
  /** Readings of a prover whose claim is false, and enough of them to refute it. */
  lying(): JudgeInput<A, S>;
  /** Series that a challenger may make up to change the verdict, in either direction. */
  readonly lies: readonly S[];
}

/** One promise; `check` throws a sentence when it is broken. */
export interface Pledge {
  readonly name: string;
  check(): void;
}

const ownFault: Failure = { failure: 'own_fault', detail: 'The challenger was busy.' };

/** What every proof type promises, whatever it proves. The tests check it for each registered type. */
export function pledgesOf<A extends Ask, S>(type: ProofType<A, S>, fixtures: Fixtures<A, S>): Pledge[] {
  const verdict = (input: JudgeInput<A, S>, readings: readonly Reading<S>[] = input.readings): Verdict =>
    type.judge({ ...input, readings });
  const replaced = (input: JudgeInput<A, S>, at: number, series: S | Failure): Reading<S>[] =>
    input.readings.map((reading, i) => (i === at ? { ...reading, series } : reading));
  const cases = () => [fixtures.honest(), fixtures.lying()];

  return [
    pledge('an ask survives the way to the chain and back', () => {
      for (const ask of fixtures.asks) {
        same(type.decode(type.encode(ask)), ask, 'The ask came back different');
        same(type.encode(type.decode(type.encode(ask))), type.encode(ask), 'Encoding is not stable');
      }
    }),
    pledge('what no ask encodes to is refused as an ask', () => {
      const [ask] = fixtures.asks as [A];
      const good = type.encode(ask);
      const bad = ['0x', '0x00', good.slice(0, -2), `${good}00`, `0x${'ff'.repeat((good.length - 2) / 2)}`];
      for (const info of bad as `0x${string}`[]) refuses(() => type.decode(info), info);
    }),
    pledge('the parameters shown are strings', () => {
      for (const ask of fixtures.asks) strings(type.parameters(ask));
    }),
    pledge('an attempt has an end', () => {
      for (const ask of fixtures.asks) {
        const ms = type.attemptMs(ask);
        must(Number.isFinite(ms) && ms > 0, `attemptMs is ${ms}`);
      }
    }),
    pledge('series of the fixtures are series', () => {
      for (const input of cases())
        for (const { series } of input.readings) must(Check(type.series, series), 'A reading does not fit the schema');
      for (const series of fixtures.lies) must(Check(type.series, series), 'A lie does not fit the schema');
      must(!Check(type.series, {}), 'An empty series fits the schema');
    }),
    pledge('the draw depends on the seed alone, fills the seats that were asked for, and seats nobody twice', () => {
      const candidates = fixtures.eligible.map((it) =>
        wireChallengerOf(type, {
          ...it,
          key_type: 'ethereum',
          public_key: it.id.slice(5),
          description: '',
          endpoint: '',
        }),
      );
      const plain = type as object as ProofType;
      const leaves = candidates.map((it) => leafOf(plain, it, { since: 0, system: '' }));
      for (const ask of fixtures.asks) {
        const seats = seatsOf(plain, ask, {});
        must(seats.near === ask.challengers, 'There are not as many near seats as were asked for');
        for (let byte = 0; byte < 8; byte++) {
          const about = {
            ...{ ask, settings: {}, seed: byte.toString(16).padStart(64, '0'), submittedAt: 0 },
            ...{ proverKey: ask.prover, proverOwner: ask.prover, proverNetworks: [], knowsSystems: false },
          };
          const drawn = drawFor(plain, treeOf(leaves), about);
          same(drawFor(plain, treeOf([...leaves].reverse()), about), drawn, 'The order of the eligible matters');
          must(drawn.near.length === seats.near, 'A near seat stayed empty');
          must(drawn.lookouts.length <= seats.lookouts, 'There are too many lookouts');
          const who = [...drawn.near, ...drawn.lookouts].map(({ leaf }) => leaf);
          for (const key of ['id', 'owner', 'network'] as const)
            must(new Set(who.map((it) => it[key])).size === who.length, `Two were drawn of one ${key}`);
        }
      }
    }),
    pledge('a true claim is verified', () => {
      const { verified, reason } = verdict(fixtures.honest());
      must(verified === 'true', `The verdict is ${verified}: ${reason}`);
    }),
    pledge('a false claim is refuted', () => {
      const { verified, reason } = verdict(fixtures.lying());
      must(verified === 'false', `The verdict is ${verified}: ${reason}`);
    }),
    pledge('where nobody saw anything, nothing is concluded', () => {
      for (const input of cases()) {
        for (const readings of [[], input.readings.map((it) => ({ ...it, series: ownFault }))])
          must(verdict(input, readings).verified === 'inconclusive', 'Something was concluded from nothing');
      }
    }),
    pledge('a result tells how many readings it rests on, and a void one none', () => {
      for (const input of cases()) {
        const failed = input.readings.map((it) => ({ ...it, series: ownFault }));
        same(type.measured(verdict(input).result), input.readings.length, 'Not every reading counts');
        same(type.measured(verdict(input, failed).result), 0, 'Failures count as readings');
      }
      same(type.measured({}), 0, 'A void challenge has readings');
    }),
    pledge('every verdict has a sentence, and its result is strings', () => {
      for (const input of cases()) {
        for (const readings of [input.readings, []]) {
          const { reason, result } = verdict(input, readings);
          must(/^\S.*\.$/s.test(reason), `Not a sentence: ${reason}`);
          strings(result);
        }
      }
    }),
    pledge('the order of readings is irrelevant, and judging again gives the same to the last bit', () => {
      for (const input of cases()) {
        const first = canonical(verdict(input));
        const turned = [...input.readings.slice(3), ...input.readings.slice(0, 3)].reverse();
        same(canonical(verdict(input, turned)), first, 'Another order gives another verdict');
        same(canonical(verdict(input)), first, 'Judging again gives another verdict');
      }
    }),
    pledge("a challenger's own fault never counts against the prover", () => {
      const input = fixtures.honest();
      for (let at = 0; at < input.readings.length; at++) {
        const { verified } = verdict(input, replaced(input, at, ownFault));
        must(verified !== 'false', `Reading ${at} missing turns the verdict to ${verified}`);
      }
    }),
    pledge('what is settled stays as it is, whatever the readings say that were not waited for', () => {
      const { settling } = type;
      if (!settling) return;
      for (const input of cases()) {
        const { readings } = input;
        const fraud = [{ kind: 'prover_fraud' as const, detail: 'A digest is false.' }];
        const others = [
          ...cases()
            .flatMap((it) => it.readings.slice(0, 1))
            .map((it) => it.series),
          ...fixtures.lies,
        ];
        const isSettled = (some: readonly Reading<S>[]) => settling.isSettled({ ...input, readings: some });
        must(!isSettled(readings.slice(0, settling.least(input.asked) - 1)), 'Fewer than the least settle it');
        for (let open = 0; open <= readings.length; open++) {
          const [read, missing] = [readings.slice(open), readings.slice(0, open)];
          for (const some of [read, read.slice(0, -1).concat(read.slice(-1).map((it) => ({ ...it, faults: fraud })))]) {
            if (!isSettled(some)) continue;
            const { verified } = verdict(input, some);
            must(verified !== 'inconclusive', 'Something is settled that is open');
            for (const series of others)
              for (const faults of [[], fraud]) {
                const come = missing.map((it) => ({ ...it, series, faults }));
                const after = verdict(input, [...some, ...come]);
                same(after.verified, verified, `${come.length} further readings change it`);
                must(isSettled([...some, ...come]), 'What was settled is open again');
              }
          }
        }
      }
    }),
    pledge('one liar never turns a verdict round', () => {
      for (const [input, opposite] of [
        [fixtures.honest(), 'false'],
        [fixtures.lying(), 'true'],
      ] as const) {
        for (let at = 0; at < input.readings.length; at++) {
          for (const [which, lie] of fixtures.lies.entries()) {
            const { verified, reason } = verdict(input, replaced(input, at, lie));
            must(verified !== opposite, `Lie ${which} by challenger ${at} turns it to ${verified}: ${reason}`);
          }
        }
      }
    }),
  ];
}

const pledge = (name: string, check: () => void): Pledge => ({ name, check });

function must(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem);
}

function same(actual: unknown, expected: unknown, problem: string): void {
  const [a, b] = [actual, expected].map((it) => (typeof it === 'string' ? it : canonical(it)));
  must(a === b, `${problem}: ${a} is not ${b}`);
}

function strings(record: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(record)) must(typeof value === 'string', `${name} is not a string`);
}

function refuses(run: () => unknown, about: string): void {
  try {
    run();
  } catch (error) {
    must(error instanceof AskError, `${about} is refused with ${error}`);
    return;
  }
  throw new Error(`${about} was accepted`);
}
