import { importsOf } from './imports.ts';
import type { Source } from './sources.ts';

/** The source file behind each entry of our packages, such as `@trigpoint/proofs/pol`, from the `exports` of each package.json. */
const entriesOf = (sources: readonly Source[]): Map<string, string> => {
  const entries = new Map<string, string>();
  for (const { path, text } of sources) {
    const folder = /^((?:packages\/[\w-]+|contracts|dev)\/)package\.json$/.exec(path)?.[1];
    if (folder === undefined) continue;
    const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, { default?: string }> };
    for (const [entry, { default: file }] of Object.entries(exports))
      if (file?.startsWith('./dist/'))
        entries.set(name + entry.slice(1), folder + file.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));
  }
  return entries;
};

const packageOf = (path: string) => /^(?:packages\/)?[\w-]+\//.exec(path)?.[0] ?? '';
const isCode = (path: string) => /\.tsx?$/.test(path);

/**
 * Tests that import a changed file, directly or through other files. Tests of its own package come first, then the nearest. A
 * file that is not code counts as imported by every file that contains its name.
 */
export const relatedTests = (sources: readonly Source[], changed: readonly string[]): string[] => {
  const entries = entriesOf(sources);
  const importers = new Map<string, string[]>();
  const add = (file: string, importer: string) => importers.set(file, [...(importers.get(file) ?? []), importer]);
  const others = changed.filter((it) => !isCode(it));
  for (const source of sources.filter(({ path }) => isCode(path))) {
    for (const { to } of importsOf(source)) add(entries.get(to) ?? to, source.path);
    for (const it of others) if (source.text.includes(it.slice(it.lastIndexOf('/') + 1))) add(it, source.path);
  }
  const reached = new Set(changed);
  for (const file of reached) for (const it of importers.get(file) ?? []) reached.add(it);
  const existing = new Set(sources.map(({ path }) => path));
  const own = new Set(changed.map(packageOf));
  const isFar = (it: string) => (own.has(packageOf(it)) ? 0 : 1);
  return [...reached].filter((it) => it.endsWith('.test.ts') && existing.has(it)).sort((a, b) => isFar(a) - isFar(b));
};
