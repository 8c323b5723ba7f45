import type { Source } from './sources.ts';

export interface Import {
  readonly from: string;
  /** The specifier as written. A relative one is resolved to a path from the root. */
  readonly to: string;
  readonly kind: 'value' | 'type' | 'dynamic';
  readonly line: number;
}

const statement = /^(import|export)(\s+type)?\s(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

const resolve = (from: string, specifier: string): string => {
  if (!specifier.startsWith('.')) return specifier;
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
};

/** What a file imports, read from its text. The formatter sees to it that every import begins a line. */
export const importsOf = ({ path, text }: Source): Import[] => {
  const line = (index: number) => text.slice(0, index).split('\n').length;
  return [
    ...[...text.matchAll(statement)].map((it) => ({
      from: path,
      to: resolve(path, it[3] as string),
      kind: it[2] ? ('type' as const) : ('value' as const),
      line: line(it.index),
    })),
    ...[...text.matchAll(dynamic)].map((it) => ({
      from: path,
      to: resolve(path, it[1] as string),
      kind: 'dynamic' as const,
      line: line(it.index),
    })),
  ];
};

/** A test, or what tests share: `testing.ts`, `testing-writer.ts`. */
export const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing(-\w+)*\.ts$/.test(path);
