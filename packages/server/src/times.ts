export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** A time as the wire writes it. */
export const iso = (ms: number): string => new Date(ms).toISOString();
