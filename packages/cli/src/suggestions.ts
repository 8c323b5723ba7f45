import { ServiceError } from '@trigpoint/client';
import { nearestNames } from '@trigpoint/proofs/typed';

/** Does something. If the service refuses with that code, `words` makes a sentence of what it said that also says what to do. */
export const withHint = async <T>(
  code: string,
  use: () => Promise<T>,
  words: (said: string) => string | Promise<string>,
): Promise<T> => {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== code) throw error;
    throw Object.assign(new Error(await words(error.message)), { code });
  }
};

/** `Did you mean "…"?` with a space before it. Empty if no name is similar. */
export const suggestion = (given: string, names: Iterable<string>): string => {
  const found = nearestNames(given, names).map((it) => `"${it}"`);
  return found.length === 0 ? '' : ` Did you mean ${found.join(' or ')}?`;
};
