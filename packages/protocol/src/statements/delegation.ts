import { type Static, Type } from '@trigpoint/schema';
import { serviceNames, statementKind, Time } from './statement.ts';

const Party = Type.String({ pattern: '^(ethereum|solana):[!-~]{1,120}$' });

const Delegation = Type.Object(
  { ...serviceNames, owner: Party, agent: Party, until: Time },
  { additionalProperties: false },
);
export type Delegation = Static<typeof Delegation>;

/**
 * An owner and its agent, each naming the other. Both keys sign the same text, so nobody can be tied to a stranger. It
 * binds the honest only: who hides an owner is limited by networks instead.
 */
export const delegation = statementKind('delegation', 2, Delegation, 1_024);
