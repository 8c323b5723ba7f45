import { register } from 'node:module';
import type { Cut } from './plant-hook.ts';
import { isSeen, plants } from './plants.ts';

// node planted.js <seed> <plant>…: tries the operations that these checks protect on a service that lacks them, and prints
// what the proof says. It leaves an operation when the lack of all its checks has been seen.
const [seed, ...names] = process.argv.slice(2);
const chosen = names.map((it) => {
  const plant = plants[it];
  if (!plant) throw new Error(`There is no plant "${it}".`);
  return plant;
});
const cuts: Cut[] = chosen.map(({ file, find, put }) => ({ file, find: find.source, put }));
register('./plant-hook.js', { parentURL: import.meta.url, data: cuts });
// Only now, so that the service is loaded through the hook.
const { tryObjects } = await import('./objects.js');
const { walkSockets } = await import('./doors.js');
const only = new Set(chosen.flatMap((it) => it.operations));
const isEnough = (name: string, found: readonly string[]): boolean =>
  chosen.every((it) => !it.operations.includes(name) || isSeen(it, found));
const violations: string[] = [];
if (only.delete('ws')) violations.push(...(await walkSockets(Number(seed))).violations);
if (only.size > 0)
  violations.push(
    ...(await tryObjects({ seed: Number(seed), small: true, only: [...only], isEnough, log: () => {} })).violations,
  );
process.stdout.write(JSON.stringify(violations));
