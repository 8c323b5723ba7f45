import type { Person } from './people.ts';

/** A text that occurs in one place of the world alone, and who may read it. */
export interface Secret {
  readonly text: string;
  readonly what: string;
  isFor(reader: Person | undefined): boolean;
}

/**
 * Secrets in an answer that its reader may not have. What the request itself said comes back in refusals, and tells its sender
 * nothing.
 */
export const toldIn = (
  secrets: readonly Secret[],
  answer: string,
  request: string,
  reader: Person | undefined,
): Secret[] => secrets.filter((it) => answer.includes(it.text) && !request.includes(it.text) && !it.isFor(reader));
