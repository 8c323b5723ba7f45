/** A certificate is read in English, and its times are in UTC. */
export const dayMs = 86_400_000;
export const number = new Intl.NumberFormat('en-US');
const utc = { timeZone: 'UTC' } as const;
export const shortDay = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'short' });
export const longDay = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'long' });
export const wholeDay = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'long', year: 'numeric' });
export const minute = new Intl.DateTimeFormat('en-GB', { ...utc, hour: '2-digit', minute: '2-digit' });
export const second = new Intl.DateTimeFormat('en-GB', { ...utc, timeStyle: 'medium' });
export const monthName = new Intl.DateTimeFormat('en-GB', { ...utc, month: 'long' });
