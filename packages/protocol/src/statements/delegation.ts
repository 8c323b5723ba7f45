import { type Static, Type } from '@trigpoint/schema';
import { Party, serviceNames, statementKind, Time } from './statement.ts';

/** The longest text of a delegation. */
export const delegationMaxChars = 1_024;

const Delegation = Type.Object(
  { ...serviceNames, owner: Party, agent: Party, until: Time },
  { additionalProperties: false },
);
export type Delegation = Static<typeof Delegation>;

/**
 * An owner and its agent, each naming the other. Both keys sign the same text, so nobody can be tied to a stranger. It
 * binds the honest only: who hides an owner is limited by networks instead.
 */
export const delegation = statementKind('delegation', 2, Delegation, delegationMaxChars);
