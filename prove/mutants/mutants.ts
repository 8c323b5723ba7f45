import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../proof.ts';
import { equivalents } from './equivalent.ts';
import { type Mutation, mutationsOf } from './mutations.ts';
import { isNoSource, type Part, type Room } from './rooms.ts';

export interface Mutant extends Mutation {
  readonly path: string;
  /** Whose tests must notice it. */
  readonly part: Part;
}

const filesOf = async (folder: string, source: string): Promise<string[]> => {
  if (source.endsWith('.ts')) return [source];
  const names = await readdir(join(folder, source));
  return names.filter((it) => it.endsWith('.ts')).map((it) => `${source}/${it}`);
};

/** All mutants of a room, from the sources in this folder. */
export const mutantsOf = async (folder: string, { parts }: Room): Promise<Mutant[]> => {
  const found: Mutant[] = [];
  const seen = new Set<string>();
  for (const part of parts)
    for (const path of (await Promise.all(part.sources.map((it) => filesOf(folder, it)))).flat()) {
      if (isNoSource(path) || seen.has(path)) continue;
      seen.add(path);
      const mutations = mutationsOf(await readFile(join(folder, path), 'utf8'));
      found.push(...mutations.map((it) => ({ ...it, path, part })));
    }
  return found;
};

/** Whether nobody could notice the mutant. */
export const isEquivalent = (mutant: Mutant): boolean =>
  equivalents.some(({ path, becomes }) => path === mutant.path && becomes === mutant.becomes);

/** Picks so many items at random. */
export const sample = <T>(items: readonly T[], size: number, random: Random): T[] => {
  const left = [...items];
  return Array.from({ length: Math.min(size, left.length) }, () => left.splice(random.int(left.length), 1)[0] as T);
};

export const describe = ({ path, line, was, becomes }: Mutant): string => `${path}:${line}  ${was}  →  ${becomes}`;
