import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  cellOf,
  type DrawOptions,
  draw,
  type EligibleLeaf,
  type EligibleTree,
  headOf,
  leafAt,
  leafHash,
  type Place,
  partOf,
  recordingReader,
  treeOf,
  withLeaf,
  withoutLeaf,
} from '@trigpoint/proofs';
import { figure } from './process/figures.ts';
import { percentile } from './process/percentiles.ts';
import { atMost } from './process/size.ts';

// npm run bench -- selection [agents]
//   What drawing eight challengers near a claim and twelve lookouts from the eligible tree costs. Then what it costs to keep the tree, and how much of it evidence carries.

const most = atMost(2_000, Number(process.argv[2] ?? 1_000_000));
const print = (line: string) => void process.stdout.write(`${line}\n`);
const now = Date.now();
const day = 24 * 3_600_000;

/** Two thirds live in 300 towns, the rest anywhere people live. */
const towns = Array.from({ length: 300 }, () => ({ latitude: below(115) - 50, longitude: below(360) - 180 }));
function below(limit: number): number {
  return Math.random() * limit;
}
const somewhere = (): Place => {
  const town = towns[Math.floor(below(towns.length))];
  return town && Math.random() < 2 / 3
    ? { latitude: town.latitude + below(1) - 0.5, longitude: town.longitude + below(1) - 0.5 }
    : { latitude: below(115) - 50, longitude: below(360) - 180 };
};

const leafOf = (number: number, place: Place, count: number): EligibleLeaf => ({
  cell: cellOf(place),
  id: `IPv4/0x${number.toString(16).padStart(40, '0')}`,
  description: number.toString(16).padStart(64, '0'),
  owner: `0x${Math.floor(below(count / 2)).toString(16)}`,
  since: now - Math.floor(below(365 * day)),
  network: `network ${Math.floor(below(count / 2))}`,
  endpoint: '',
  system: `AS${Math.floor(below(5_000))}`,
});

/** Measures CPU and not the clock, because the clock would measure neighbours on the machine too. In ms, sorted. */
const measure = (times: number, work: (i: number) => unknown): number[] =>
  Array.from({ length: times }, (_, i) => {
    const from = process.cpuUsage();
    work(i);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
const at = (sorted: readonly number[], share: number) => percentile(sorted, share).toFixed(2);
const medianAndP99 = (sorted: readonly number[]) => `${at(sorted, 0.5)} | ${at(sorted, 0.99)}`;

const asked = (poolFactor: number): DrawOptions => ({
  claim: somewhere(),
  near: 8,
  lookouts: 12,
  poolFactor,
  seed: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex'),
  at: now,
  tied: { ids: [], owners: [], networks: [] },
  knowsSystems: true,
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapUsed = () => {
  collect();
  return process.memoryUsage().heapUsed;
};

print('| agents | how | ms of CPU, median | p99 |\n|---|---|---|---|');

const keeping: string[] = [];
for (const count of new Set([Math.min(100_000, most), most])) {
  const leaves = Array.from({ length: count }, (_, i) => leafOf(i, somewhere(), count));
  // Hashing makes V8 store the leaves' texts in their final form, which would otherwise count as the tree's.
  for (const leaf of leaves) leafHash(leaf);
  const before = heapUsed();
  let tree: EligibleTree;
  const [building] = measure(1, () => {
    tree = treeOf(leaves);
    headOf(tree);
  });
  const bytes = (heapUsed() - before) / count;
  for (const poolFactor of [1.5, 3]) {
    const once = () => {
      const { near, lookouts } = draw(tree, asked(poolFactor));
      if (near.length !== 8 || lookouts.length !== 12)
        throw new Error(`only ${near.length} + ${lookouts.length} were drawn`);
    };
    measure(atMost(10, 500), once);
    const drawn = measure(atMost(50, 2_000), once);
    print(`| ${count} | draw from the tree, p = ${poolFactor} | ${medianAndP99(drawn)} |`);
    const name = `draw among ${count}, p = ${poolFactor}`;
    figure({ subject: 'choosing challengers', name, unit: 'ms of CPU', ours: Number(at(drawn, 0.5)), aim: 1 });
  }
  const changing = measure(atMost(20, 1_000), (i) => {
    const leaf = leafAt(tree, Math.floor(below(count - 1)));
    tree = withLeaf(withoutLeaf(tree, leaf), leafOf(count + i, somewhere(), count));
    headOf(tree);
  });
  const sizes = Array.from({ length: atMost(5, 50) }, () => {
    const { open, opened } = recordingReader();
    draw(tree, asked(1.5), open);
    return JSON.stringify(partOf(tree, opened)).length / 1024;
  }).sort((a, b) => a - b);
  keeping.push(
    `| ${count} | ${(building as number).toFixed(0)} | ${at(changing, 0.5)} | ${bytes.toFixed(0)} | ${at(sizes, 0.5)} |`,
  );
}
print(
  '\n| agents | ms to build the tree | ms to replace one | bytes per agent beside its leaf | KB of evidence, p = 1.5 |',
);
print(`|---|---|---|---|---|\n${keeping.join('\n')}`);
