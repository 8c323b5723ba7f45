import type { ServiceName } from '@trigpoint/protocol';
import type { Signatory, WireCandidate, WirePool } from '../committees.ts';
import type { Identity } from '../descriptions.ts';
import type { PartialTree, TreeHead } from '../draw/index.ts';
import type { Claims, Verdict } from '../proof-type.ts';

/** Everything that happened in one challenge (docs/evidence.md). Names are those of the wire. */
export interface Transcript {
  /** 5 for a challenge that was asked for without a chain. */
  readonly version: 4 | 5;
  /** The service that asked, as statements name it. */
  readonly service: ServiceName;
  readonly challenge_id: string;
  readonly proof_type: string;
  readonly info: `0x${string}`;
  readonly payer: string;
  /** Null where nothing was asked on a chain. */
  readonly block_number: number | null;
  readonly block_hash: string | null;
  /** Of version 5: what the payer asked, and its signature; null where the service wrote it down for the payer. */
  readonly request?: { readonly text: string; readonly signature: string | null };
  readonly submitted_at: string;
  readonly ended_at: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Hash of the calibration that the verdict rests on; its content stands beside the transcript. */
  readonly calibration_hash: string | null;
  readonly prover: (Signatory & { readonly claims: Claims }) | null;
  /** The prover's word that it may be measured, as it signed it; null if it never gave one, and then nobody was drawn. */
  readonly consent: { readonly text: string; readonly signature: string } | null;
  /** What the log said before anybody could know the seed, and of the tree that was drawn from. */
  readonly acceptance: (Logged & { readonly tree: Logged | null }) | null;
  /** What the seed was made from; null if the block or the nonce never came. */
  readonly seed: SeedParts | null;
  /** How often challengers were drawn for this prover, as the service counts it, this time included; null without an acceptance. */
  readonly tries: number | null;
  /** Who was asked, and what they answered; null if nobody was drawn. */
  readonly draw: TranscriptDraw | null;
  /** Readings that were not taken, and why. */
  readonly refusals: readonly { agent: string; attempt: number; code: string; reason: string; at: string }[];
  readonly state: string;
  /** Why there was nothing to judge (no prover, too few challengers, a request that left the chain); null otherwise. */
  readonly void: string | null;
  readonly verdict: Verdict;
}

/** An entry of the log to the letter, and its place there. */
export interface Logged {
  readonly entry: string;
  readonly index: number;
}

/**
 * A block that came after the acceptance, or a nonce that was told after it, and the value of the service's chain of seeds
 * that the acceptance names.
 */
export type SeedParts = SeedValue & (SeedBlock | SeedNonce);

interface SeedBlock {
  readonly block_number: number;
  readonly block_hash: string;
}

interface SeedNonce {
  readonly nonce: string;
}

interface SeedValue {
  /** The first value of the chain, which the log has. */
  readonly anchor: string;
  readonly index: number;
  readonly value: string;
}

/** The one draw of a challenge, with everything that it takes to repeat it beside the part of the eligible tree. */
export interface TranscriptDraw {
  readonly seed: string;
  /** Root and size of the eligible tree. */
  readonly eligible: TreeHead;
  /** Who the prover is, by the description that its consent names. */
  readonly prover: Identity & { readonly owner: string };
  readonly prover_networks: readonly string[];
  readonly knows_systems: boolean;
  /** The table of autonomous systems that the operator named: its SHA-256, and when its file was changed. */
  readonly systems_table: { readonly sha256: string; readonly dated: string } | null;
  /** Null for types without places. */
  readonly pool: WirePool | null;
  /** Drawn without getting a seat, and why. */
  readonly passed_over: readonly { readonly challenger: string; readonly reason: string }[];
  /** The seats around the claim, then the lookouts. */
  readonly seats: readonly TranscriptSeat[];
}

export interface TranscriptSeat extends Identity {
  readonly challenger: WireCandidate;
  readonly lookout: boolean;
  /** The quadrant around the claim that it was drawn from, or `world`. */
  readonly from: string;
  readonly state: string;
  /** The reading exactly as signed; null where none was accepted. */
  readonly message: string | null;
  readonly signature: string | null;
}

/** The transcript with what it refers to by hash: a file that can be checked with nothing else at hand. */
export interface Evidence {
  readonly transcript: Transcript;
  readonly transcript_hash: string;
  /** The part of the eligible tree that the draw read. */
  readonly eligible_tree: PartialTree;
  readonly calibration: unknown;
  /** The entry of the log that says how the challenge ended, as it is there, and the proof of its place. Added when served. */
  readonly log?: { readonly entry: string; readonly proof: string } | null;
}

/** What a check is about: that a file agrees with itself, or that those who are named in it signed what they said. */
export type EvidenceStep = 'consistent' | 'signed';

/** What in a file a check is about, so that a page can point at it. */
export type EvidencePart =
  | 'hashes'
  | 'request'
  | 'consent'
  | 'acceptance'
  | 'seed'
  | 'draw'
  | 'descriptions'
  | 'readings'
  | 'verdict';

export interface EvidenceProblem {
  readonly step: EvidenceStep;
  readonly part: EvidencePart;
  readonly problem: string;
}
