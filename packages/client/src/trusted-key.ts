import { KeyError, parseVerifierKey, type VerifierKey } from '@trigpoint/log';
import { TrustError } from './trust.ts';

/** Reads a key of what is trusted. `trust.ts` itself loads nothing, so that pages can read trust without the log. */
export const keyOf = (text: string): VerifierKey => {
  try {
    return parseVerifierKey(text);
  } catch (error) {
    if (error instanceof KeyError) throw new TrustError(error.message);
    throw error;
  }
};
