import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { type Check, lineOf, root } from './sources.ts';

const link = /\[[^\]\n]*\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g;

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map((it) =>
      (it[1] as string)
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** A link inside the workspace leads to something that is there: a file, and a heading of a page. */
export const checkLinks: Check = (sources) => {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  return sources
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(link)]
        .filter((it) => !/^[a-z]+:/.test(it[1] as string))
        .flatMap(({ index, 1: file = '', 2: anchor }) => {
          const to = file === '' ? path : posix.join(posix.dirname(path), file);
          const at = `${path}:${lineOf(text, index)} leads to`;
          const page = texts.get(to);
          if (page === undefined) return existsSync(`${root}${to}`) ? [] : [`${at} ${to}, which does not exist`];
          const isThere = anchor === undefined || !to.endsWith('.md') || anchorsOf(page).has(anchor);
          return isThere ? [] : [`${at} #${anchor}, which is no heading of ${to}`];
        }),
    );
};
