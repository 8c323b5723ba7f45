const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const shortClock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Local time with seconds: challenge pages. */
export const atSecond = (at: number): string => clock.format(at);
export const atMinute = (at: number): string => shortClock.format(at);
export const onDay = (at: number): string => `${day.format(at)}, ${shortClock.format(at)}`;
export const absolute = (at: number): string => full.format(at);

/** Relative time: lists. The absolute one stands in the title. */
export const ago = (at: number, now: number): string => {
  const s = Math.round((now - at) / 1000);
  if (s < 2) return 'now';
  if (s < 60) return `${s} s ago`;
  const [minutes, hours] = [Math.round(s / 60), Math.round(s / 3600)];
  if (minutes < 60) return `${minutes} min ago`;
  return hours < 24 ? `${hours} h ago` : `${Math.round(s / 86_400)} d ago`;
};

export const seconds = (ms: number): string => (ms < 99_950 ? (ms / 1000).toFixed(1) : String(Math.round(ms / 1000)));

/** What <input type="datetime-local"> holds for a moment. */
export const toLocalInput = (at: number): string => {
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
};
