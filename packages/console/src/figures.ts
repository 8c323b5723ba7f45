import * as written from '@trigpoint/proofs';
import { keyOfAgent } from '@trigpoint/protocol';
import { inDigits, locale } from './words/language.ts';
import { say, sayKnown } from './words/say.ts';

/** How numbers are written: as bounds, with no more digits than are known, and a no-break space before every unit. */
const nb = '\u00a0';

export const grouped = (value: number, digits = 0): string => inDigits(written.grouped(value, digits));
export const withUnit = (value: number, unit: string, digits = 0): string =>
  inDigits(written.withUnit(value, unit, digits));
export const km = (value: number): string => inDigits(written.inKm(value));
export const kmNumber = (value: number): string => inDigits(written.kmNumber(value));
/** Half of the way around the Earth is as far as anything can be. */
export const isAnywhere = (km: number): boolean => km >= 20_000;
export const atMostKm = (value: number): string => inDigits(written.atMostKm(value));
export const atMostKmNumber = (value: number): string => inDigits(written.atMostKmNumber(value));
export const msNumber = (value: number): string => inDigits(written.msNumber(value));

/** A distance that somebody chose: to 1 km, however far. */
export const exactKm = (value: number): string => `${grouped(Math.round(value))}${nb}km`;

/** Below 10 km one decimal is shown, because the area of a campaign may be that small. */
export const kmFromCentre = (value: number): string =>
  say('{distance} from the centre', { distance: `${grouped(value, value < 10 ? 1 : 0)}${nb}km` });

export const ms = (value: number): string => `${msNumber(value)}${nb}ms`;

export const exactMsNumber = (value: number): string => inDigits(written.exactMsNumber(value));
export const exactMs = (value: number): string => `${exactMsNumber(value)}${nb}ms`;

export const mbpsNumber = (mbps: number, digits = 1): string => grouped(mbps, digits);
export const mbps = (value: number, digits = 1): string => `${mbpsNumber(value, digits)}${nb}Mbit/s`;

export const count = (value: number): string => grouped(value);
export const percent = (share: number, digits = 1): string => inDigits((share * 100).toFixed(digits));

/** A code of the service as people read it: outside_area is "Outside area". */
export const inWords = (code: string): string => {
  const words = code.replaceAll('_', ' ');
  return sayKnown(words.charAt(0).toUpperCase() + words.slice(1));
};

/**
 * POINTS are counted in millionths on the ledger; people read up to two decimals, and never "-0". The browser's own format takes
 * tens of milliseconds for its first number.
 */
export const points = (value: number): string =>
  inDigits(
    written
      .grouped(value, 2)
      .replace(/\.?0+$/, '')
      .replace(/^-0$/, '0'),
  );
/** All digits of an amount that came as a text. */
export const exactPoints = (value: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(value as `${number}`);
export const signedPoints = (value: number): string =>
  value === 0 ? inDigits('0.0') : `${value > 0 ? '+' : '−'}${grouped(Math.abs(value), Math.abs(value) < 0.1 ? 3 : 1)}`;

export const megabytes = (bytes: number): string => {
  const mb = bytes / 1e6;
  // A little is not nothing.
  return grouped(mb, mb < 0.1 && mb > 0 ? 3 : mb < 10 ? 1 : 0);
};

export const coordinates = (latitude: number, longitude: number): string =>
  `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;

const degrees = (value: number): string => `${inDigits(Math.abs(value).toFixed(2))}°${nb}`;

/** What a place is called when it has no name. */
export const compass = (latitude: number, longitude: number): string =>
  `${degrees(latitude)}${latitude < 0 ? say('S') : say('N')} ${degrees(longitude)}${longitude < 0 ? say('W') : say('E')}`;

/** The word joiner keeps a line from breaking after the ellipsis. The second half alone would look like another id. */
const ellipsis = '…\u2060';

/** The first and the last characters of a long id; a short one stays whole. */
export const shortId = (text: string, head = 6, tail = 4): string =>
  text.length <= head + tail + ellipsis.length ? text : `${text.slice(0, head)}${ellipsis}${text.slice(-tail)}`;

/** An agent's id without the address family: 0x71C7…976F. */
export const shortAgent = (id: string): string => shortId(keyOfAgent(id));
