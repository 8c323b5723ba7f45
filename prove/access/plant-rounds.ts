import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { alone, isSeen, type Plant, plants } from './plants.ts';

const run = promisify(execFile);

/** Plants that can be tried together, because each is seen in operations of its own. */
export const rounds = (): string[][] => {
  const found: { names: string[]; operations: Set<string>; places: Set<string> }[] = [];
  for (const [name, { operations, file, find }] of Object.entries(plants)) {
    if (name === alone) continue;
    const place = `${file} ${find.source}`;
    const free = found.find((it) => !it.places.has(place) && operations.every((one) => !it.operations.has(one)));
    const round = free ?? { names: [], operations: new Set(), places: new Set() };
    if (!free) found.push(round);
    round.names.push(name);
    round.places.add(place);
    for (const it of operations) round.operations.add(it);
  }
  return [...found.map((it) => it.names), [alone]];
};

/** Tries the proof on a service that lacks these checks. Returns the checks whose lack the proof did not notice. */
export const unseen = async (names: readonly string[], seed: number): Promise<string[]> => {
  const file = fileURLToPath(new URL('./planted.js', import.meta.url));
  const { stdout } = await run(process.execPath, [file, String(seed), ...names], {
    maxBuffer: 2 ** 28,
    timeout: 280_000,
  });
  const violations = JSON.parse(stdout) as string[];
  return names.filter((it) => !isSeen(plants[it] as Plant, violations));
};
