import { type Static, Type } from '@trigpoint/schema';
import { Hash, serviceNames, statementKind } from './statement.ts';

/** The longest text of a consent. */
export const consentMaxChars = 1_024;

const Consent = Type.Object(
  {
    ...serviceNames,
    challenge_id: Type.String({ minLength: 1, maxLength: 128 }),
    /** Hash of the request's challengeInfo, as on chain. */
    ask_hash: Hash,
    /** Hash of the description under which the prover is measured. So its claims cannot change afterwards. */
    description_hash: Hash,
  },
  { additionalProperties: false },
);
export type Consent = Static<typeof Consent>;

/** A prover's consent to be measured. Without it nobody is drawn, so a stranger who relays a request cannot use up anything. */
export const consent = statementKind('consent', 2, Consent, consentMaxChars);
