/**
 * Which rule for the seats near a claim lets most honest claims be verified by the hard rule alone.
 *   npm run bench -- near-seats --data DIR [--draws N] [--seed N]
 * DIR holds nodes.csv and rtt.csv. Every node claims its own place and all others are challengers; a third of those asked
 * may have lied, and the claim counts as verified if the prover is then still within the limit of its claim. Then the whole verdict
 * over the usual ask, with lookouts and the model of delays, of claims that are true and of claims 2,000 km off.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { shareOut } from '@trigpoint/proofs';
import {
  bearing,
  boundsKm,
  defaultAcceptableKm,
  destination,
  distanceKm,
  type Mesh,
  type MeshNode,
  type Place,
  reachKm,
} from '@trigpoint/proofs/pol';
import { readMesh } from './pol/data.ts';
import { Ours } from './pol/ours.ts';
import { type Random, seeded } from './pol/random.ts';
import { percent, print } from './pol/setting.ts';
import { figure } from './process/figures.ts';
import { Lack } from './process/needs.ts';
import { isSmall } from './process/size.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    draws: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
});
if (!existsSync(join(values.data, 'nodes.csv')))
  throw new Lack('npm run bench -- near-seats --data DIR, where DIR holds nodes.csv and rtt.csv');

const mesh = readMesh(values.data);
const draws = isSmall ? 1 : Number(values.draws);
const limitsKm = [1_000, defaultAcceptableKm, 2_000] as const;

interface Near {
  readonly node: number;
  readonly km: number;
  readonly quadrant: number;
}
type Rule = (near: readonly Near[], seats: number, poolFactor: number, random: Random) => Near[];

/** Everybody who measured this node, those nearest to the claim first. */
const nearestFirst = ({ nodes, rttMs }: Mesh, prover: number, claim = nodes[prover] as Place): Near[] =>
  nodes
    .flatMap((place, node) => {
      if (node === prover || Number.isNaN(rttMs[prover * nodes.length + node] as number)) return [];
      const turn = bearing(claim, place) / (2 * Math.PI);
      return [{ node, km: distanceKm(claim, place), quadrant: Math.floor(((turn + 1) % 1) * 4) }];
    })
    .sort((a, b) => a.km - b.km);

const quadrantsOf = (pool: readonly Near[]): Near[][] =>
  [0, 1, 2, 3].map((quadrant) => pool.filter((it) => it.quadrant === quadrant));

/** One seat of each quadrant in turn until all are taken; an empty quadrant is passed over. */
const inTurn = (quadrants: readonly Near[][], seats: number): Near[] => {
  const taken: Near[] = [];
  for (let rank = 0; taken.length < seats && quadrants.some((it) => rank < it.length); rank++)
    for (const it of quadrants) if (taken.length < seats) taken.push(...it.slice(rank, rank + 1));
  return taken;
};
const shuffled = (random: Random) => (pool: readonly Near[]) => random.sample(pool, pool.length);

const theDraw: Rule = (near, seats, poolFactor, random) => {
  const quadrants = quadrantsOf(near.slice(0, Math.ceil(poolFactor * seats)));
  const sizes = quadrants.map((it) => it.length);
  return shareOut(seats, sizes, poolFactor).flatMap((share, i) => random.sample(quadrants[i] as Near[], share));
};
const rules: Readonly<Record<string, Rule>> = {
  'one pool, quadrants (the draw)': theDraw,
  'one pool, quadrants emptied': (near, seats, poolFactor, random) =>
    inTurn(quadrantsOf(near.slice(0, Math.ceil(poolFactor * seats))).map(shuffled(random)), seats),
  'a pool per quadrant': (near, seats, poolFactor, random) => {
    const each = Math.ceil((poolFactor * seats) / 4);
    const pools = quadrantsOf(near.filter(({ km }) => km <= 2_000)).map((it) => it.slice(0, each));
    const seated = inTurn(pools.map(shuffled(random)), seats);
    const rest = near.filter((it) => !seated.includes(it)).slice(0, Math.ceil(poolFactor * (seats - seated.length)));
    return [...seated, ...random.sample(rest, seats - seated.length)];
  },
  'one pool': (near, seats, poolFactor, random) => random.sample(near.slice(0, Math.ceil(poolFactor * seats)), seats),
};

const verified = (rule: Rule, seats: number, poolFactor: number): number[] => {
  const random = seeded(Number(values.seed));
  const within = limitsKm.map(() => 0);
  const liars = Math.floor(seats / 3);
  for (const [prover, claim] of mesh.nodes.entries()) {
    const near = nearestFirst(mesh, prover);
    for (let draw = 0; draw < draws; draw++) {
      const discs = rule(near, seats, poolFactor, random).map(({ node }) => ({
        centre: mesh.nodes[node] as Place,
        radiusKm: reachKm(mesh.rttMs[prover * mesh.nodes.length + node] as number),
      }));
      const boundKm = boundsKm(claim, discs, liars)[liars] as number;
      for (const [i, limitKm] of limitsKm.entries()) if (boundKm <= limitKm) within[i] = (within[i] as number) + 1;
    }
  }
  return within.map((count) => count / (mesh.nodes.length * draws));
};

print(`${mesh.nodes.length} nodes, ${draws} draws each; % of honest claims verified within ${limitsKm.join(' / ')} km`);
const sizes = isSmall ? [8] : [8, 11, 14, 20];
print(`| seats from | p | ${sizes.map((n) => `n₁ = ${n}`).join(' | ')} |`);
print(`|---|---|${sizes.map(() => '---|').join('')}`);
/** Aims in percent of true claims that are verified, with eight seats and the usual limit, by the factor of the pool. */
const aims: Readonly<Record<number, number>> = { 1.5: 55, 3: 45 };
for (const [name, rule] of Object.entries(rules))
  for (const poolFactor of [1, 1.5, 1.9, 3]) {
    const shares = sizes.map((seats) => verified(rule, seats, poolFactor));
    const cells = shares.map((it) => it.map((share) => percent(share)).join(' / '));
    print(`| ${name} | ${poolFactor} | ${cells.join(' | ')} |`);
    const [aim, ours] = [aims[poolFactor], shares[0]?.[limitsKm.indexOf(defaultAcceptableKm)]];
    if (rule === theDraw && aim && ours !== undefined)
      figure({
        ...{ subject: 'true claims verified by the hard rule', name: `p = ${poolFactor}`, unit: '%' },
        ...{ isMoreBetter: true, ours: 100 * ours, aim },
      });
  }

const usual = { near: 8, lookouts: 12 };
const falseKm = 2_000;
const ours = new Ours(mesh);

/** The whole verdict over the usual ask about a claim that is so many km off. */
const wholeVerdict = (poolFactor: number, offKm: number) => {
  const random = seeded(Number(values.seed));
  const shares: Record<string, number> = {};
  const times = isSmall ? 1 : 2;
  for (const [prover, place] of mesh.nodes.entries())
    for (let draw = 0; draw < times; draw++) {
      const claim = offKm === 0 ? place : destination(place, 2 * Math.PI * random(), offKm);
      const around = nearestFirst(mesh, prover, claim);
      const near = theDraw(around, usual.near, poolFactor, random);
      const lookouts = random.sample(
        around.filter((it) => !near.includes(it)),
        usual.lookouts,
      );
      const seats = [...near, ...lookouts].map(({ node }, i) => ({
        ...{ id: (mesh.nodes[node] as MeshNode).id, place: mesh.nodes[node] as Place, isLookout: i >= near.length },
        rttMs: mesh.rttMs[prover * mesh.nodes.length + node] as number,
      }));
      const verdict = ours.verdictOver(prover, claim, seats, usual);
      shares[verdict] = (shares[verdict] ?? 0) + 1 / (mesh.nodes.length * times);
    }
  return shares;
};

print(
  `\nThe whole verdict, ${usual.near} near seats and ${usual.lookouts} lookouts, ${defaultAcceptableKm} km acceptable`,
);
print(`| p | true claims verified | refuted | claims ${falseKm} km off verified | refuted |`);
print('|---|---|---|---|---|');
for (const poolFactor of [1.5, 3]) {
  const [honest, lying] = [wholeVerdict(poolFactor, 0), wholeVerdict(poolFactor, falseKm)];
  const cells = [honest.true, honest.false, lying.true, lying.false].map((it) => `${percent(it ?? 0)} %`);
  print(`| ${poolFactor} | ${cells.join(' | ')} |`);
}
