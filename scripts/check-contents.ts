import { type Check, lineOf } from './sources.ts';

/** Each pattern is written so that it does not find itself. */
const everywhere: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.])\/(?:wor[k]|roo[t]|Users\/\w+|home\/(?!node\b|trigpoint\b)\w+)\//, 'a path of somebody’s machine'],
  [
    /https?:\/\/[^\s'"/]*(?:registr[y]|artifactor[y]|verdacci[o]|jfro[g]|nexu[s])/i,
    'the address of a package registry',
  ],
  [/\bregistr[y]\.(?:npmjs|yarnpkg)\b/i, 'the address of a package registry'],
  [/-----BEGI[N] [A-Z ]*PRIVATE KEY-----/, 'a private key'],
  [
    /\b(?:AKI[A](?!\w*EXAMPLE)[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|npm_[A-Za-z0-9]{36}|xox[abpr]-[\w-]{10,})\b/,
    'an access token',
  ],
  [/\u00a7/, 'a section of a document: name the rule itself, or a page in docs/'],
  [/\b(?:TOD[O]|FIXM[E]|XX[X])\b(?!\([\w.@-]+\))/, 'a loose end without an owner: write the name in brackets'],
];

const inCode: readonly (readonly [RegExp, string])[] = [
  [/\b(?:vi\.)?moc[k](?:s|ed|ing)?\b/i, 'a stand-in: run the real part'],
  [/\b(?:test|it|describe)\.(?:only|skip)\(\s*['"`]/, 'a test switched off or alone'],
];

/** Code that ships says things through its log or its return value. */
const inPackages: typeof inCode = [[/\bconsole\.(?:log|debug)\(/, 'a print left behind']];

/** Private keys of the accounts 0–9 of "test test … junk". Everybody knows them, and they are worth nothing. */
const developmentKeys = new Set([
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  '47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  '8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  '92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
  '4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
  'dbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
  '2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
]);
/** 32 bytes in hex right after a word that means a secret key. Hashes and addresses have other names. */
const namedKey =
  /(?:private[_-]?key|secret[_-]?key|signer[_-]?key|mnemonic)\w*['"\]]?\s*[:=(]\s*['"`]?(?:0x)?([0-9a-f]{64})\b/gi;

const rulesFor = (path: string): typeof inCode => [
  ...everywhere,
  ...(isCode(path) ? inCode : []),
  ...(isCode(path) && path.startsWith('packages/') ? inPackages : []),
];

const isCode = (path: string): boolean => /\.(?:[cm]?[jt]sx?|sol|sh)$/.test(path);

export const checkContents: Check = (sources) =>
  sources
    .filter(({ path }) => path !== 'package-lock.json')
    .flatMap(({ path, text }) => {
      const found = rulesFor(path).flatMap(([pattern, what]) => {
        const match = pattern.exec(text);
        return match ? [`${path}:${lineOf(text, match.index)} ${what} (${match[0].slice(0, 40).trim()})`] : [];
      });
      const keys = [...text.matchAll(namedKey)]
        .filter((it) => !developmentKeys.has((it[1] as string).toLowerCase()))
        .map((it) => `${path}:${lineOf(text, it.index)} a private key that is not one of the development chain's`);
      return [...found, ...keys];
    });
