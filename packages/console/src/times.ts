import { inDigits, locale } from './words/language.ts';
import { say } from './words/say.ts';

/**
 * The first format of dates takes a browser longer to make than the frame of a page takes to draw. So each is made when it is first
 * needed.
 */
const formatOf = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) => {
  let made: Intl.DateTimeFormat | undefined;
  return () => {
    made ??= new Intl.DateTimeFormat(locale, options);
    return made;
  };
};
const written = (options: Intl.DateTimeFormatOptions): ((at: number) => string) => {
  const format = formatOf(options);
  return (at) => format().format(at);
};

const dayAndZone = written({ dateStyle: 'full' });
const zoned = formatOf({ timeZoneName: 'short' });

/** "Tuesday, 17 November 2026, times in GMT+1". */
export const dateAndZone = (at: number): string =>
  say('{day}, times in {zone}', {
    day: dayAndZone(at),
    zone:
      zoned()
        .formatToParts(at)
        .find((it) => it.type === 'timeZoneName')?.value ?? say('local time'),
  });

const time = { hour: '2-digit', minute: '2-digit' } as const;

/** Local time with seconds: challenge pages. */
export const atSecond = written({ ...time, second: '2-digit' });
export const atMinute = written(time);
export const shortDay = written({ day: 'numeric', month: 'short' });
export const longDay = written({ day: 'numeric', month: 'long' });
export const onDay = (at: number): string => `${shortDay(at)}, ${atMinute(at)}`;

/** Formats times of what happens once in so many seconds. Seconds are shown where minutes would not tell two times apart. */
export const timesEvery = (everySeconds: number) => {
  const at = everySeconds < 60 ? atSecond : atMinute;
  return { at, onDay: (ms: number): string => `${shortDay(ms)}, ${at(ms)}` };
};
/** A moment that others read too: with its day and the zone it is told in. */
export const withZone = written({
  ...{ day: 'numeric', month: 'short', year: 'numeric' },
  ...{ ...time, second: '2-digit', timeZoneName: 'short' },
});
export const absolute = written({ dateStyle: 'medium', timeStyle: 'medium' });

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
