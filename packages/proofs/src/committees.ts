import { knownClaims } from './claims.ts';
import {
  cellOf,
  type DrawResult,
  draw,
  type EligibleLeaf,
  type EligibleTree,
  noCell,
  type Open,
  withstands,
} from './draw/index.ts';
import type { Ask, Claims, ProofType, Resilience, Seats } from './proof-type.ts';

/** The ids of the agents of a key, which may connect over either address family. */
export const agentIdsOf = (key: string): string[] => ['IPv4', 'IPv6'].map((family) => `${family}/${key}`);

/** Someone who signs: enough to check their signature with. */
export interface Signatory {
  readonly id: string;
  readonly key_type: 'ethereum' | 'solana';
  readonly public_key: string;
}

export type CheckSignature = (signatory: Signatory, text: string, signature: string) => Promise<boolean>;

/** An eligible challenger as it travels in evidence. */
export interface WireChallenger extends Signatory {
  readonly claims: Claims;
  readonly owner: string;
  /** SHA-256 in hex of the description that the challenger signed. Claims and owner are those of the description. */
  readonly description: string;
  readonly network: string;
  /** The network of its UDP endpoint. Empty if that is the same as `network`. */
  readonly endpoint: string;
}

type Settings = Readonly<Record<string, string>>;
type Seated = Pick<ProofType, 'seats'>;

export const seatsOf = ({ seats }: Seated, ask: Ask, settings: Settings): Seats =>
  seats?.(ask, settings) ?? { near: ask.challengers, lookouts: 0, claim: undefined, poolFactor: 1 };

/** How many seats a challenge has at most, lookouts included. */
export const seatCount = (proofType: Seated, ask: Ask, settings: Settings): number => {
  const { near, lookouts } = seatsOf(proofType, ask, settings);
  return near + lookouts;
};

/** What an agent is drawn and judged by. Of its claims it keeps those that the type knows. */
export const wireChallengerOf = (proofType: Pick<ProofType, 'claims'>, agent: WireChallenger): WireChallenger => {
  const { id, key_type, public_key, claims, owner, description, network, endpoint } = agent;
  return { id, key_type, public_key, claims: knownClaims(proofType, claims), owner, description, network, endpoint };
};

/** The leaf of a challenger in the eligible tree. */
export const leafOf = (
  { place }: Pick<ProofType, 'place'>,
  candidate: WireChallenger,
  { since, system }: Pick<EligibleLeaf, 'since' | 'system'>,
): EligibleLeaf => {
  const { id, description, owner, network, endpoint, claims } = candidate;
  const at = place?.(claims);
  return { cell: at ? cellOf(at) : noCell, id, description, owner, since, network, endpoint, system };
};

/** What a draw depends on besides the tree. The transcript has all of it. */
export interface Drawn {
  readonly ask: Ask;
  readonly settings: Settings;
  readonly seed: string;
  /** When the request came in, in milliseconds. */
  readonly submittedAt: number;
  readonly proverKey: string;
  /** The key of the prover's owner: the prover's own key, or the one that signed its delegation. */
  readonly proverOwner: string;
  /** The networks that the prover is seen in. No challenger of these networks measures it. */
  readonly proverNetworks: readonly string[];
  readonly knowsSystems: boolean;
}

/** The draw for a challenge, as the service made it and as anybody can make it again. */
export const drawFor = (proofType: Seated, tree: EligibleTree, it: Drawn, open?: Open): DrawResult =>
  draw(
    tree,
    {
      ...seatsOf(proofType, it.ask, it.settings),
      seed: it.seed,
      at: it.submittedAt,
      // Nobody measures itself, or an agent of the same owner. An owner counts only if its own key signed. Otherwise a prover
      // could name the owner of a challenger that it wants to avoid.
      tied: {
        ids: agentIdsOf(it.proverKey),
        owners: [it.proverOwner],
        networks: it.proverNetworks,
      },
      knowsSystems: it.knowsSystems,
    },
    open,
  );

/** The figures of a draw's pool (`PoolFigures`), as they travel in evidence. */
export interface WirePool {
  readonly border_km: number;
  readonly counted: string;
  readonly size: number;
  readonly sizes: readonly number[];
  readonly seats: readonly number[];
  readonly free: readonly number[];
}

export const wirePool = (pool: DrawResult['pool']): WirePool | null =>
  pool
    ? {
        border_km: pool.borderKm,
        counted: pool.counted,
        size: pool.size,
        sizes: pool.sizes,
        seats: pool.seats,
        free: pool.free,
      }
    : null;

/**
 * `tries` is the largest count of acceptances in 30 days for the prover's key, its owner, its network or young keys nearby. With
 * each of them the chance grows that a coalition won one draw.
 */
export const resilienceOf = (near: number, { seats, sizes, free }: WirePool, tries: number): Resilience => ({
  withstands: withstands({ near, seats, sizes, free, tries }),
  tries,
});
