/**
 * Moved, or rerouted? Moves, reroutes, delays and changes of provider are put into replayed series of a mesh. The rule is trained on
 * one half of the cities and tried on the other.
 *   npm run bench -- moves --data DIR [--seed N] [--repeats N]
 * DIR holds nodes.csv and rtt.csv.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  boundsKm,
  hasChanged,
  isProvenMove,
  type MeshNode,
  type MoveFigures,
  moveFigures,
  moveScore,
  quantile,
  reachKm,
} from '@trigpoint/proofs/pol';
import { possibleLiars } from '@trigpoint/proofs/registry';
import { type Case, casesOf, type Kind, moves, near, still } from './moves/cases.ts';
import { train } from './moves/training.ts';
import { readMesh } from './pol/data.ts';
import { Ours } from './pol/ours.ts';
import { seeded } from './pol/random.ts';
import { percent, print } from './pol/setting.ts';
import { figure } from './process/figures.ts';
import { Lack } from './process/needs.ts';
import { isSmall } from './process/size.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    seed: { type: 'string', default: '1' },
    repeats: { type: 'string', default: '3' },
  },
});
const { data } = values;
if (!data || !existsSync(join(data, 'rtt.csv')))
  throw new Lack('--data names no folder with nodes.csv and rtt.csv (minimum round trips between known machines)');

const mesh = readMesh(data);
const { map } = new Ours(mesh);
const random = seeded(Number(values.seed));

/** The halves are split by city, so that no place is in both. */
const cellOf = ({ latitude, longitude }: MeshNode) => `${Math.round(latitude)} ${Math.round(longitude)}`;
const cells = random.sample([...new Set(mesh.nodes.map(cellOf))], Number.POSITIVE_INFINITY);
const halves = [0, 1].map(
  (half) =>
    new Set(mesh.nodes.flatMap((it, i) => (cells.indexOf(cellOf(it)) % 2 === half ? [i] : []))) as ReadonlySet<number>,
);

interface Tried extends Case {
  readonly figures: MoveFigures;
  readonly isProven: boolean;
}

const repeats = isSmall ? 1 : Number(values.repeats);
const liars = possibleLiars(20);

/** Whether discs alone prove a move: they rule out every place that the near seats allowed before. */
const isProven = (place: MeshNode, { compared }: Case): boolean => {
  const discs = compared.slice(0, near).map((it) => ({ centre: it.place, radiusKm: reachKm(it.beforeMs) }));
  const withinKm = boundsKm(place, discs, possibleLiars(near)).at(-1) as number;
  const now = compared.map(({ id, place: at, nowMs }) => ({ id, place: at, rttMs: nowMs }));
  return isProvenMove({ place, withinKm }, now, liars);
};

function* tryHalf(half: ReadonlySet<number>): Generator<Tried> {
  for (const prover of half)
    for (let i = 0; i < repeats; i++)
      for (const it of casesOf(mesh, prover, half, random)) {
        const place = mesh.nodes[prover] as MeshNode;
        const known = map.forget(...it.left.map((j) => (mesh.nodes[j] as MeshNode).id));
        yield {
          ...it,
          figures: moveFigures(place, it.compared, known),
          isProven: isProven(place, it),
        };
      }
}

const [training, tried] = halves.map((half) => [...tryHalf(half)]) as [Tried[], Tried[]];
/**
 * Moves within a region are left out of the training. They look like a change of provider, and a rule that learned them would
 * call such a change a move.
 */
const learned = training.filter((it) => !it.kind.endsWith('hidden') && it.kind !== '100 km');
/** All kinds weigh the same, except that a change of provider weighs as much as three: it is the hardest to tell from a move. */
const countOf = (kind: Kind) => learned.filter((it) => it.kind === kind).length;
const weightOf = ({ kind }: Case) => (kind === 'provider' ? 3 : 1) / countOf(kind);
const weights = train(learned.map((it) => ({ ...it, weight: weightOf(it) })));
/** A change that liars alone could make is never called a move. */
const scoreOf = (it: Tried) =>
  hasChanged(it.figures, it.compared.length, liars) ? moveScore(it.figures, { weights }) : 0;
const scoresOf = (all: readonly Tried[], kinds: readonly Kind[]) =>
  all.filter((it) => kinds.includes(it.kind)).map(scoreOf);
const usual = still.filter((it) => it !== 'provider');

print(`${mesh.nodes.length} nodes; ${training.length} cases to learn from, ${tried.length} in other cities to try`);
print(
  `weights: ${JSON.stringify(weights, (_, value) => (typeof value === 'number' ? Number(value.toFixed(3)) : value))}`,
);

const shareOver = (scores: readonly number[], limit: number) =>
  scores.length === 0 ? Number.NaN : scores.filter((it) => it > limit).length / scores.length;
const row = (name: string, limit: number) => {
  const share = (kinds: readonly Kind[]) => percent(shareOver(scoresOf(tried, kinds), limit)).padStart(6);
  print(
    `${name.padEnd(26)} ${share(usual)} ${share(['provider'])} | ${moves.map((it) => share([it])).join(' ')} | ${moves.map((it) => share([`${it}, hidden`])).join(' ')}`,
  );
};
print('\nROC on the other cities: % called moved');
print(
  `${'false alarms in training'.padEnd(26)}  still provider | ${moves.join('  ')} | the same, every decrease hidden`,
);
for (const alarms of [0.002, 0.005, 0.01, 0.015, 0.03, 0.05, 0.1])
  row(`${percent(alarms)} %`, quantile(scoresOf(training, usual), 1 - alarms));
const both = Math.max(quantile(scoresOf(training, usual), 0.985), quantile(scoresOf(training, ['provider']), 0.94));
row('both: 1.5 %, 6 %', both);
const called = (name: string, kinds: readonly Kind[], aim: number, isMoreBetter: boolean) => {
  const ours = 100 * shareOver(scoresOf(tried, kinds), both);
  figure({ subject: 'moved or rerouted', name, unit: '% called moved', ours, aim, isMoreBetter });
};
called('moves of 300 km', ['300 km'], 85, true);
called('moves of 1,000 km', ['1,000 km'], 90, true);
called('moves of 2,000 km', ['2,000 km'], 95, true);
called('delays and reroutes', usual, 1.5, false);
called('changes of provider', ['provider'], 6, false);
for (const alarms of [0.03, 0.06])
  row(`${percent(alarms)} % of providers`, quantile(scoresOf(training, ['provider']), 1 - alarms));

print('\nby kind of stillness, where both are kept in training:');
for (const kind of still) print(`${kind.padEnd(18)} ${percent(shareOver(scoresOf(tried, [kind]), both))} %`);

print('\nproven by discs alone, a third lying:');
for (const kind of [...still, ...moves]) {
  const of = tried.filter((it) => it.kind === kind);
  print(`${kind.padEnd(18)} ${percent(of.filter((it) => it.isProven).length / of.length)} %`);
}
print(`\nlimit ${both.toFixed(3)}`);
