let zoneOf: Intl.DateTimeFormat | undefined;

/** The name of the reader's time zone at that moment: CET, or GMT+9 if the zone has no short name. */
const zoneAt = (ms: number): string => {
  zoneOf ??= new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' });
  return zoneOf.formatToParts(ms).find((it) => it.type === 'timeZoneName')?.value ?? '';
};

const two = (value: number): string => String(value).padStart(2, '0');

/** A time in the reader's time zone: 2026-05-01 14:00:09 CEST. */
export const localTime = (time: string | number): string => {
  const at = new Date(time);
  const ms = at.getTime();
  if (Number.isNaN(ms)) return String(time);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')} ${zoneAt(ms)}`;
};
