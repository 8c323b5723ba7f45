import { isCountry } from '@trigpoint/proofs';
import { fullNames } from '@trigpoint/proofs/zones';

/** Countries whose names have an article behind "in", by their codes. The browser knows the names of all others. */
export const countries: Readonly<Record<string, string>> = {
  AE: 'den Vereinigten Arabischen Emiraten',
  AX: 'den Ålandinseln',
  BQ: 'den Karibischen Niederlanden',
  BS: 'den Bahamas',
  CF: 'der Zentralafrikanischen Republik',
  CH: 'der Schweiz',
  CK: 'den Cookinseln',
  DO: 'der Dominikanischen Republik',
  EH: 'der Westsahara',
  FK: 'den Falklandinseln',
  FO: 'den Färöern',
  GB: 'dem Vereinigten Königreich',
  HK: 'der Sonderverwaltungsregion Hongkong',
  IM: 'der Isle of Man',
  KM: 'den Komoren',
  KY: 'den Kaimaninseln',
  MH: 'den Marshallinseln',
  MN: 'der Mongolei',
  MO: 'der Sonderverwaltungsregion Macau',
  MP: 'den Nördlichen Marianen',
  MV: 'den Malediven',
  NL: 'den Niederlanden',
  PH: 'den Philippinen',
  PN: 'den Pitcairninseln',
  PS: 'den Palästinensischen Autonomiegebieten',
  SB: 'den Salomonen',
  SC: 'den Seychellen',
  SK: 'der Slowakei',
  TC: 'den Turks- und Caicosinseln',
  TR: 'der Türkei',
  UA: 'der Ukraine',
  US: 'den Vereinigten Staaten',
  VA: 'der Vatikanstadt',
  VG: 'den Britischen Jungferninseln',
  VI: 'den Amerikanischen Jungferninseln',
};

const nameIn = (locale: string) => {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return (code: string): string => names.of(code) ?? code;
};
const german = nameIn('de');
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
let byEnglish: ReadonlyMap<string, string> | undefined;

/** Names of the atlas that the browser spells in another way. */
const ofAtlas: Readonly<Record<string, string>> = {
  "Côte d'Ivoire": 'CI',
  'Cabo Verde': 'CV',
  'Hong Kong': 'HK',
  Macao: 'MO',
  Myanmar: 'MM',
  Palestine: 'PS',
  'Saint Helena': 'SH',
  'Saint Lucia': 'LC',
  'São Tomé and Principe': 'ST',
  'Trinidad and Tobago': 'TT',
  Turkey: 'TR',
  'United States of America': 'US',
};

/** By their English names, as signed sentences have them. */
const codes = (): ReadonlyMap<string, string> => {
  const english = nameIn('en');
  byEnglish ??= new Map([
    ...letters
      .flatMap((one) => letters.map((other) => one + other).filter(isCountry))
      .map((it): [string, string] => [english(it), it]),
    ...Object.entries(fullNames).map(([code, name]): [string, string] => [name, code]),
    ...Object.entries(ofAtlas),
  ]);
  return byEnglish;
};

/** Land of the atlas that is no country with a code. */
const otherLand: Readonly<Record<string, string>> = {
  Akrotiri: 'Akrotiri',
  Baikonur: 'Baikonur',
  'Bajo Nuevo Bank': 'der Bajo-Nuevo-Bank',
  'Clipperton Island': 'der Clipperton-Insel',
  Dhekelia: 'Dekelia',
  'Guantanamo Bay': 'der Guantánamo-Bucht',
  'Northern Cyprus': 'Nordzypern',
  'Scarborough Reef': 'dem Scarborough-Riff',
  'Serranilla Bank': 'der Serranilla-Bank',
  Somaliland: 'Somaliland',
  'the Australian Indian Ocean Territories': 'den australischen Gebieten im Indischen Ozean',
  'the Coral Sea Islands': 'den Korallenmeerinseln',
  'the Siachen Glacier': 'dem Siachen-Gletscher',
  'the Spratly Islands': 'den Spratly-Inseln',
  'the UN buffer zone in Cyprus': 'der UN-Pufferzone auf Zypern',
};

const germanCountry = (name: string): string | undefined => {
  const code = codes().get(name.replace(/^the /, ''));
  if (code !== undefined && isCountry(code)) return countries[code] ?? german(code);
  return Object.hasOwn(otherLand, name) ? otherLand[name] : undefined;
};

const between: Readonly<Record<string, string>> = { ' and ': ' und ', ' or ': ' oder ' };

/** "Germany", "Germany or France", "Germany, the Netherlands and 3 more" as they stand behind "in"; undefined if a part is no country. */
export const germanCountries = (english: string): string | undefined => {
  const [names = '', more] = english.split(/ and (\d+) more$/);
  const parts = names.split(/(, | and | or )/);
  const said: string[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    // Some names have "and" in them.
    const long = germanCountry(parts.slice(i, i + 3).join(''));
    const name = long ?? germanCountry(parts[i] ?? '');
    if (name === undefined) return undefined;
    if (long !== undefined && i + 2 < parts.length) i += 2;
    const joint = parts[i + 1];
    said.push(name, joint === undefined ? '' : (between[joint] ?? joint));
  }
  return `${said.join('')}${more === undefined ? '' : ` und ${more} weiteren`}`;
};
