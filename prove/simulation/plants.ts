import type { Random } from '../proof.ts';
import type { Spoilt } from './simulated-db.ts';
import type { Rules } from './world.ts';

/** A bug put in on purpose. The simulation must see it, and say what it breaks. */
export interface Plant {
  readonly breaks: RegExp;
  readonly database?: (random: Random) => Spoilt;
  readonly rules?: Rules;
  /** Tasks for agents of other nodes are forgotten. */
  readonly withoutRelay?: true;
}

const rewrite = (from: string, to: string) => () => ({ sql: (text: string) => text.replace(from, to) });

/** One of each class: liveness, ledger, quorum, chain, durability, delivery. */
export const plants: Readonly<Record<string, Plant>> = {
  'leases of dead nodes never run out': {
    breaks: /is open \d+ ms after its deadline/,
    database: rewrite('AND lease_until <= ? ORDER BY', `AND (lease_owner = '' OR ? < 0) ORDER BY`),
  },
  'a second payment replaces the balance': {
    breaks: /more than its transfers say/,
    database: rewrite('balance = ledger_account.balance + excluded.balance', 'balance = excluded.balance'),
  },
  'any signature will do': {
    breaks: /a reading of an agent that is forged was recorded/,
    rules: { checkSignature: async () => true },
  },
  'the chain is not asked again before paying': {
    breaks: /was paid on a block that was replaced/,
    rules: { stillOnChain: async () => true },
  },
  'a commit is acknowledged and lost': {
    // A task that is lost is not given out again. So a lost commit also shows as a failure among honest agents.
    breaks: /is gone|though everybody was honest|has no evidence|has wrong evidence|was paid 0/,
    database: (random) => ({ loses: () => random.int(50) === 0 }),
  },
  'tasks for agents of other nodes are forgotten': {
    breaks: /though everybody was honest/,
    withoutRelay: true,
  },
};
