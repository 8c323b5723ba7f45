import { inDigits, locale } from './words/language.ts';
import { say } from './words/say.ts';

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const shortClock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const whole = new Intl.DateTimeFormat(locale, {
  ...{ day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
});
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });

const dayAndZone = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
const zoned = new Intl.DateTimeFormat(locale, { timeZoneName: 'short' });

/** "Tuesday, 17 November 2026, times in GMT+1". */
export const dateAndZone = (at: number): string =>
  say('{day}, times in {zone}', {
    day: dayAndZone.format(at),
    zone: zoned.formatToParts(at).find((it) => it.type === 'timeZoneName')?.value ?? say('local time'),
  });

/** Local time with seconds: challenge pages. */
export const atSecond = (at: number): string => clock.format(at);
export const atMinute = (at: number): string => shortClock.format(at);
export const onDay = (at: number): string => `${day.format(at)}, ${shortClock.format(at)}`;

/** Formats times of what happens once in so many seconds. Seconds are shown where minutes would not tell two times apart. */
export const timesEvery = (everySeconds: number) => {
  const at = everySeconds < 60 ? atSecond : atMinute;
  return { at, onDay: (ms: number): string => `${day.format(ms)}, ${at(ms)}` };
};
/** A moment that others read too: with its day and the zone it is told in. */
export const withZone = (at: number): string => whole.format(at);
export const absolute = (at: number): string => full.format(at);

/** A relative time, for lists. The title of its element has the absolute one. */
export const ago = (at: number, now: number): string => {
  const s = Math.round((now - at) / 1000);
  if (s < 2) return say('now');
  if (s < 60) return say('{s} s ago', { s });
  const [minutes, hours, days] = [Math.round(s / 60), Math.round(s / 3600), Math.round(s / 86_400)];
  if (minutes < 60) return say('{minutes} min ago', { minutes });
  return hours < 24 ? say('{hours} h ago', { hours }) : say('{days} d ago', { days });
};

export const seconds = (ms: number): string =>
  inDigits(ms < 99_950 ? (ms / 1000).toFixed(1) : String(Math.round(ms / 1000)));

/** What <input type="datetime-local"> holds for a moment. */
export const toLocalInput = (at: number): string => {
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
};
