import { sha256Hex } from '#sha256';

/** JSON with sorted names and no spaces: equal values give equal texts, on every machine. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
};

export const hashText = (text: string): string => sha256Hex(text);

export const hashOf = (value: unknown): string => hashText(canonical(value));
