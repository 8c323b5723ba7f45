import type { Ended, Scope, Stage } from './stage.ts';

/** What an attack came to. */
export interface Outcome {
  /** What the attacker has now and must not have; undefined if nothing. */
  readonly obtained: string | undefined;
  /** What the service said to it, word for word. */
  readonly said: string;
}

/** An attack that worked once, as a program. */
export interface Attack {
  readonly name: string;
  /** Quick enough for the size that `npm test` uses. */
  readonly isQuick: boolean;
  /** The attack changes who is admitted, so nothing else may run beside it. */
  readonly isAlone?: boolean;
  /** The attack makes sense only where agents have addresses in different networks. */
  readonly needsNetworks?: boolean;
  carryOut(stage: Stage, scope: Scope): Promise<Outcome>;
}

const inShort = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

export const saidOf = ({ verified, reason }: Pick<Ended, 'verified' | 'reason'>): string =>
  `${verified}: ${inShort(reason)}`;

/** For attackers who want a false claim verified. */
export const wantVerified = (ended: Ended, also: string | undefined = undefined): Outcome => ({
  obtained: ended.verified === 'true' ? `a false claim is verified: ${ended.reason}` : also,
  said: saidOf(ended),
});
