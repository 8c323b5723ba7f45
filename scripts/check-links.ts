import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { type Check, lineOf, root } from './sources.ts';

const link = /\[[^\]\n]*\]\(([^)\s#]+)(?:#[^)]*)?\)/g;

/** A link inside the workspace leads to something that is there. */
export const checkLinks: Check = (sources) => {
  const known = new Set(sources.map(({ path }) => path));
  return sources
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(link)]
        .filter((it) => !/^[a-z]+:/.test(it[1] as string))
        .map((it) => ({ to: posix.join(posix.dirname(path), it[1] as string), line: lineOf(text, it.index) }))
        .filter(({ to }) => !known.has(to) && !existsSync(`${root}${to}`))
        .map(({ to, line }) => `${path}:${line} leads to ${to}, which does not exist`),
    );
};
