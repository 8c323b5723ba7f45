import { nearestNames } from '../nearest-names.ts';
import { fullNames } from './country-names.ts';
import { groupNamed, groupNames, isCountry, whyNoZone, ZoneError } from './zone-names.ts';
import { parseZone } from './zone-text.ts';

/** Groups of countries by the codes that the United Nations give them (M49), by which `Intl` knows their names. */
const codesOfGroups = {
  EU: 'EU',
  '002': 'Africa',
  '142': 'Asia',
  '150': 'Europe',
  '003': 'North America',
  '009': 'Oceania',
  '005': 'South America',
} as const;

/** Names that are in use beside those that `Intl` and the atlas have. */
const otherNames = {
  US: ['USA', 'United States of America', 'Vereinigte Staaten von Amerika'],
  GB: ['Great Britain', 'Großbritannien'],
  BY: ['Weißrussland'],
  CD: ['DR Congo', 'DR Kongo'],
  CZ: ['Czech Republic'],
  CI: ['Ivory Coast', 'Elfenbeinküste'],
  MK: ['Macedonia', 'Mazedonien'],
  NL: ['Holland'],
  RU: ['Russian Federation', 'Russische Föderation'],
  SZ: ['Swaziland', 'Swasiland'],
  VA: ['Vatican', 'Vatikan'],
  TR: ['Turkey', 'Türkiye'],
  TL: ['East Timor', 'Osttimor'],
  HK: ['Hong Kong'],
  MO: ['Macao', 'Macau'],
} as Readonly<Record<string, readonly string[]>>;

/** Without case, accents, articles and punctuation: `Côte d’Ivoire` is `cote d ivoire`. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\b(and|und)\b/g, ' ')
    .replace(/\bst\b/g, 'saint')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .replace(/^(the|die|der|das) /, '');

interface Known {
  /** What has a name: codes of countries, or the names of groups. A name that several have is ambiguous. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
  /** A country as it is suggested: `Germany (DE)`. */
  readonly label: (code: string) => string;
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countries = letters.flatMap((a) => letters.map((b) => a + b)).filter(isCountry);

const knownIn = (locales: readonly string[]): Known => {
  const regions = locales.flatMap((locale) =>
    (['long', 'short'] as const).map((style) => new Intl.DisplayNames([locale], { type: 'region', style })),
  );
  const named = new Map<string, Set<string>>();
  const add = (name: string | undefined, means: string) => {
    if (name === undefined) return;
    // Myanmar (Burma) has two names.
    for (const it of [name, ...name.split(/[()]/)].map(plain))
      if (it !== '') named.set(it, (named.get(it) ?? new Set()).add(means));
  };
  for (const code of countries)
    for (const name of [...regions.map((it) => it.of(code)), fullNames[code], ...(otherNames[code] ?? [])])
      add(name, code);
  for (const [code, group] of Object.entries(codesOfGroups)) for (const it of regions) add(it.of(code), group);
  for (const group of groupNames) add(group, group);
  const label = (code: string) => (isCountry(code) ? `${regions.at(-2)?.of(code) ?? code} (${code})` : code);
  return { named, label };
};

/** Making it ready takes some milliseconds. */
const known = new Map<string, Known>();

const isGroup = (it: string): boolean => groupNamed(it) !== undefined;

/** What somebody may have meant: what has the words in its name, or else the names that differ least. */
const meantBy = (name: string, { named, label }: Known): string[] => {
  const exact = named.get(name);
  const holding = [...named.keys()].filter((it) => ` ${it} `.includes(` ${name} `));
  const near = exact ? [name] : holding.length > 0 ? holding : nearestNames(name, named.keys());
  const codes = near.flatMap((it) => [...(named.get(it) ?? [])]);
  return [...new Set(codes)].slice(0, 4).map(label);
};

/**
 * A zone as people type it, in the words that a service takes: `Germany, Austria` is `DE,AT`. What a service takes stays as it is. The
 * names of countries and continents are those of these languages; the last one is the reader's. Throws a `ZoneError` that quotes what
 * was typed, also of a polygon that a service would refuse.
 */
export const typedZone = (typed: string, locales: readonly string[] = ['en-GB']): string => {
  const text = typed.trim();
  if (text.startsWith('{') || whyNoZone(text) === undefined) {
    parseZone(text);
    return text;
  }
  const key = locales.join();
  const names = known.get(key) ?? knownIn(locales);
  known.set(key, names);
  const read = (part: string): string => {
    if (isCountry(part.toUpperCase())) return part.toUpperCase();
    const [found, ...more] = names.named.get(plain(part)) ?? [];
    return more.length === 0 && found !== undefined ? found : '';
  };
  const whole = read(text);
  if (isGroup(whole)) return whole;
  const parts = text.split(',').map((it) => it.trim());
  const codes = parts.map(read);
  const wrong = codes.findIndex((it) => !isCountry(it));
  if (wrong < 0) return codes.join(',');
  const part = parts[wrong] as string;
  if (codes[wrong] !== '') throw new ZoneError(`zone: "${part}" is a group of countries, and stands alone.`);
  const meant = plain(part) === '' ? [] : meantBy(plain(part), names);
  throw new ZoneError(
    meant.length === 0
      ? (whyNoZone(part) ?? '')
      : `zone: "${part.slice(0, 40)}" is no country. Nearest: ${meant.join(', ')}.`,
  );
};
