import { grouped } from '@trigpoint/proofs';
import type { ComponentChildren } from 'preact';
import type { Text } from './de/catalogue.ts';
import { countryName, inDigits, inEnglish, language } from './language.ts';

/** The names in braces of a text. */
type Holes<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never;
type Values<T extends string, V> = [Holes<T>] extends [never] ? [] : [values: Readonly<Record<Holes<T>, V>>];
type Plain = string | number;

interface Catalogue {
  readonly texts: Readonly<Record<string, string>>;
  readonly known: Readonly<Record<string, string>>;
  readonly countries: Readonly<Record<string, string>>;
  readonly place: (name: string, country?: string) => string | undefined;
}

// The catalogue is loaded before any module that says something runs, so that constants may hold texts. English needs no
// catalogue.
const catalogue: Catalogue | undefined =
  language === 'de'
    ? await import('./de/catalogue.ts').catch(() => {
        // It did not come; then the page is in English, and says so.
        document.documentElement.lang = 'en';
        return undefined;
      })
    : undefined;

const nb = '\u00a0';
const translated = (text: string): string => catalogue?.texts[text] ?? text;
const pieces = (text: string): string[] => text.split(/\{(\w+)\}/);
const plain = (value: Plain | undefined): string =>
  typeof value === 'number' ? inDigits(String(value)) : (value ?? '');
const fill = (text: string, values: Readonly<Record<string, Plain>> = {}): string =>
  pieces(text)
    .map((piece, i) => (i % 2 === 0 ? piece : plain(values[piece])))
    .join('');

/** A text in the language of the page, its holes filled: `say('{n} of {m} photos', { n, m })`. */
export const say = <T extends Text>(text: T, ...[values]: Values<T, Plain>): string => fill(translated(text), values);

/** The same with elements in its holes. */
export const sayWith = <T extends Text>(text: T, ...[values]: Values<T, ComponentChildren>): ComponentChildren =>
  pieces(translated(text)).map((piece, i) =>
    i % 2 === 0 ? piece : (values as Readonly<Record<string, ComponentChildren>>)[piece],
  );

/**
 * A text about a number of things, whose hole is `{n}`: one form for a single thing, another for none and many, as English and
 * German have it. The number does not part from its noun at the end of a line.
 */
export const sayCount = <One extends Text, Many extends Text>(
  n: number,
  one: One,
  many: Many,
  ...[values]: Values<One extends `${infer A}{n}${infer B}` ? `${A}${B}` : One, Plain>
): string =>
  fill(translated(n === 1 ? one : many).replace('{n} ', `{n}${nb}`), {
    ...(values as Readonly<Record<string, Plain>> | undefined),
    n: inDigits(grouped(n)),
  });

const known = Object.entries(catalogue?.known ?? {}).map(([english, own]) => ({
  names: pieces(english).filter((_, i) => i % 2 === 1),
  literals: pieces(english).filter((_, i) => i % 2 === 0),
  own,
}));

/**
 * Takes a text from elsewhere apart: `within {km} km` finds the 73 in "within 73 km". A hole ends where the next words begin for the
 * first time. Strangers choose parts of such texts, so there is no second guess: expressions with many holes take minutes over them.
 */
const inHoles = ([first = '', ...rest]: readonly string[], text: string): string[] | undefined => {
  if (!text.startsWith(first)) return undefined;
  const found: string[] = [];
  let at = first.length;
  for (const [i, literal] of rest.entries()) {
    const isLast = i === rest.length - 1;
    const end = isLast ? text.length - literal.length : text.indexOf(literal, at + 1);
    if (end <= at || (isLast && !text.endsWith(literal))) return undefined;
    found.push(text.slice(at, end));
    at = end + literal.length;
  }
  return at === text.length ? found : undefined;
};

/** A text that came with data, such as the words of a proof type: in the language of the page where the catalogue knows it. */
export const sayKnown = (text: string): string => {
  const plainText = text.replaceAll(nb, ' ');
  for (const { literals, names, own } of known) {
    const found = inHoles(literals, plainText);
    if (!found) continue;
    // What somebody typed is quoted as it is, and numbers of GeoJSON have a point in every language.
    const isQuoted = /^zone(: "|\.coordinates)/.test(literals[0] ?? '');
    const values = isQuoted ? found : found.map((it) => (/^[\d.,]+$/.test(it) ? inDigits(it) : sayKnown(it)));
    const said = fill(own, Object.fromEntries(names.map((name, i) => [name, values[i] ?? ''])));
    return said.replace(/(\d) (?=[A-Za-z%])/g, `$1${nb}`);
  }
  return sayPlace(text);
};

/** A city by the name that agents and the map know, or countries by their English names. */
export const sayPlace = (name: string, country?: string): string => catalogue?.place(name, country) ?? name;

/** A country by its code, as it stands behind "in"; undefined on English pages, whose names are those of the proof types. */
export const sayCountry = (code: string): string | undefined =>
  catalogue && (catalogue.countries[code] ?? countryName(code) ?? code);

/** A signed reason, sentence by sentence: in the language of the page where the catalogue knows all of it, in English otherwise. */
export const sayReason = (reason: string): string => {
  if (!catalogue) return reason;
  const sentences = reason.split(/(?<=\.) (?=[A-Z\d])/);
  const said = sentences.map(sayKnown);
  return said.some((it, i) => it === sentences[i]) ? reason : said.join(' ');
};

/** For the element that holds such a reason: it is marked as English where the catalogue does not know it. */
export const markOf = (reason: string): typeof inEnglish => (sayReason(reason) === reason ? inEnglish : {});
