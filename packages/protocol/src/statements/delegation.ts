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
 * Says that an owner answers for an agent. Both keys sign the same text, so nobody can be tied to a stranger. It helps with honest
 * owners only. Somebody who hides that several agents belong together is limited by networks instead.
 */
export const delegation = statementKind('delegation', 2, Delegation, delegationMaxChars);
