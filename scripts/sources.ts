import { readdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface Source {
  /** From the root of the workspace, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** A look at the whole workspace that returns one sentence for each problem. */
export type Check = (sources: readonly Source[]) => string[] | Promise<string[]>;

export const root = fileURLToPath(new URL('../..', import.meta.url));

const skipped = new Set(['node_modules', 'dist', '.git', '.trigpoint', 'tmp']);
/** A larger file is data, and not something that a person wrote. */
const maxBytes = 2_000_000;

/** Every text file of the workspace that is ours. */
export const readSources = async (folder = ''): Promise<Source[]> => {
  const entries = await readdir(`${root}${folder}`, { withFileTypes: true });
  const found = entries.map(async (entry): Promise<Source[]> => {
    const path = `${folder}${entry.name}`;
    // In a worktree .git is a file, so names are skipped before folders are told from files.
    if (skipped.has(entry.name) || entry.name.endsWith('.log')) return [];
    if (entry.isDirectory()) return readSources(`${path}/`);
    if (!entry.isFile() || (await stat(`${root}${path}`)).size > maxBytes) return [];
    const text = await readFile(`${root}${path}`, 'utf8');
    return text.includes('\0') ? [] : [{ path, text }];
  });
  return (await Promise.all(found)).flat();
};

export const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;
