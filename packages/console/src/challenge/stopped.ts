import { serviceAway } from '@trigpoint/protocol';
import type { Outcome } from '../parts/verdict-glyph.tsx';
import { say, sayReason } from '../words/say.ts';

/**
 * The heading of a challenge that ended with nothing to judge. If the service itself was away, the heading says so, because
 * nobody else is at fault.
 */
export const stoppedBy = (
  reason: string,
): { readonly outcome: Outcome; readonly says: string; readonly lead: string; readonly isSigned: boolean } =>
  reason === serviceAway
    ? {
        outcome: 'voided',
        says: say('the service was away'),
        lead: say('{reason} This says nothing about the prover: ask again.', { reason: sayReason(reason) }),
        isSigned: false,
      }
    : {
        outcome: 'inconclusive',
        says: say('there was nothing to judge'),
        lead: sayReason(reason),
        isSigned: sayReason(reason) === reason,
      };
