import { type Static, Type } from '@trigpoint/schema';
import { Hash, serviceNames, statementKind } from './statement.ts';

/** The longest text of a consent. */
export const consentMaxChars = 1_024;

const Consent = Type.Object(
  {
    ...serviceNames,
    challenge_id: Type.String({ minLength: 1, maxLength: 128 }),
    /** Of the request's challengeInfo, as on chain. */
    ask_hash: Hash,
    /** Of the description under which the prover is measured: its claims can not change afterwards. */
    description_hash: Hash,
  },
  { additionalProperties: false },
);
export type Consent = Static<typeof Consent>;

/** A prover agrees to be measured. Without it nobody is drawn, so a stranger who relays a request can spend nothing. */
export const consent = statementKind('consent', 2, Consent, consentMaxChars);
