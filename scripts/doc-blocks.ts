import type { Source } from './sources.ts';

/** A block of commands in a document. */
export interface DocBlock {
  readonly page: string;
  readonly line: number;
  readonly commands: readonly DocCommand[];
  /** Commands that are run in place of those of the block, where these need something that a test machine lacks. */
  readonly instead?: { readonly commands: readonly DocCommand[]; readonly reason: string };
}

export interface DocCommand {
  readonly text: string;
  readonly exitCode: number;
}

const fence = /^( *)```(\w*)\n(.*?)^\1```$/gms;
/** The comment above a block: `<!-- instead: `command`, `command`; because … -->`. */
const marker = /<!-- instead: ((?:`[^`]+`(?:, )?)+); because (\S[^>]+\S) -->\n+$/;
const looksRun = /^(?:\$ )?(?:[A-Z_]+=\S+ )*(?:npx|npm|node|git|docker|curl|sudo|systemctl|cd|psql) /m;

/** Documents that people read. What stands in them as a command is meant to be typed. */
export const isDocument = (path: string): boolean => /^(?:docs\/)?[\w-]+\.md$/.test(path) && path !== 'CHANGELOG.md';

export const blocksOf = ({ path, text }: Source): DocBlock[] =>
  [...text.matchAll(fence)]
    .filter(([, , language]) => language === 'sh')
    .map((match) => {
      const before = text.slice(0, match.index);
      const [, instead, reason] = before.match(marker) ?? [];
      const checks = [...(instead ?? '').matchAll(/`([^`]+)`/g)].flatMap(([, it]) => commandsOf(it as string));
      return {
        page: path,
        line: before.split('\n').length,
        commands: commandsOf(match[3] as string),
        ...(reason === undefined ? {} : { instead: { commands: checks, reason } }),
      };
    });

/** One command per line. A backslash continues it on the next line, and a here-document continues it up to its end. */
const commandsOf = (script: string): DocCommand[] =>
  script
    .replaceAll(/\\\n\s*/g, '')
    .split(/\n(?!(?:.*\n)*?EOF$)/m)
    .map((it) => it.trim())
    .filter((it) => it !== '' && !it.startsWith('#'))
    .map((it) => ({
      text: it.replace(/ +# [^\n]*$/, ''),
      exitCode: Number(/ # [^\n]*exit code (\d)/.exec(it)?.[1] ?? 0),
    }));

/** Benchmarks that sentences name, each as it would be typed. */
export const benchesOf = ({ text }: Source): string[] =>
  [...text.matchAll(/`(npm run bench -- [a-z][^`]*)`/g)].map(([, it]) => it as string);

/** Commands that no test would see, because their block is not marked as `sh`. */
export const hiddenCommands = ({ path, text }: Source): string[] =>
  [...text.matchAll(fence)]
    .filter(([, , language, body]) => (language === '' || language === 'text') && looksRun.test(body as string))
    .map(({ index }) => `${path}:${text.slice(0, index).split('\n').length} holds commands and is not marked as sh`);
