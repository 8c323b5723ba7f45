import { sha256Hex } from '#sha256';

/** JSON with sorted names and no spaces: equal values give equal texts, on every machine. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const inner = (value as Record<string, unknown>)[name];
    if (inner !== undefined) members.push(`${JSON.stringify(name)}:${canonical(inner)}`);
  }
  return `{${members.join(',')}}`;
};

export const hashText = (text: string): string => sha256Hex(text);

export const hashOf = (value: unknown): string => hashText(canonical(value));
