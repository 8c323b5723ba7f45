import { readFile } from 'node:fs/promises';
import { UsageError } from './agent.ts';

export type ClaimValues = Readonly<Record<string, string>>;

/** Reads claims as the command line has them: `latitude=48.2,longitude=16.4`. The service checks the values. */
export function parseClaims(text: string): ClaimValues {
  const claims: Record<string, string> = {};
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(0, at)).trim();
    if (name === '') throw new UsageError(`A claim is written name=value, and "${part}" is not.`);
    claims[name] = part.slice(at + 1).trim();
  }
  return claims;
}

/** Reads claims from a file with a JSON object. Its values are strings or numbers. */
export async function readClaims(path: string): Promise<ClaimValues> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`The claims file ${path} cannot be read: ${(error as Error).message}.`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new UsageError(`The claims file ${path} must hold one JSON object.`);
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      if (typeof value !== 'string' && typeof value !== 'number')
        throw new UsageError(`In ${path}, ${name} must be a string or a number.`);
      return [name, String(value)];
    }),
  );
}
