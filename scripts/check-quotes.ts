import { type Check, lineOf } from './sources.ts';

const quote = /<!-- from (\S+) -->\n```\w+\n([\s\S]*?)```/g;

/** Code that a document shows as a file's own is in that file, word for word. */
export const checkQuotes: Check = (sources) => {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  return sources
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(quote)]
        .filter(([, from, code]) => !texts.get(from as string)?.includes(code as string))
        .map(([, from], i, all) => `${path}:${lineOf(text, (all[i] as RegExpExecArray).index)} is not in ${from}`),
    );
};
