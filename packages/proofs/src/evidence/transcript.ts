import type { ServiceName } from '@trigpoint/protocol';
import type { Signatory, WireChallenger, WirePool } from '../committees.ts';
import type { Identity } from '../descriptions.ts';
import type { PartialTree, TreeHead } from '../draw/index.ts';
import type { Claims, Verdict } from '../proof-type.ts';

/** Everything that went into one verdict (docs/evidence.md). Names are those of the wire. */
export interface Transcript {
  /** 5 for a challenge that was asked for without a chain. */
  readonly version: 4 | 5;
  /** The service that asked, as statements name it. */
  readonly service: ServiceName;
  readonly challenge_id: string;
  readonly proof_type: string;
  readonly info: `0x${string}`;
  readonly payer: string;
  /** The block of the request. Both are null for a direct request. */
  readonly block_number: number | null;
  readonly block_hash: string | null;
  /** Version 5 only: the direct request. The signature is null if the service wrote the request for the payer. */
  readonly request?: { readonly text: string; readonly signature: string | null };
  readonly submitted_at: string;
  readonly ended_at: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Hash of the calibration that the verdict rests on. The evidence has the calibration beside the transcript. */
  readonly calibration_hash: string | null;
  readonly prover: (Signatory & { readonly claims: Claims }) | null;
  /** The prover's signed consent. Null if the prover never consented; then nobody was drawn. */
  readonly consent: { readonly text: string; readonly signature: string } | null;
  /** The acceptance, which the log had before anybody could know the seed, and the log's entry about the tree that was drawn from. */
  readonly acceptance: (Logged & { readonly tree: Logged | null }) | null;
  /** The parts of the seed. Null if the block or the nonce never came. */
  readonly seed: SeedParts | null;
  /** How often challengers were drawn for this prover, this draw included, by the service's count. Null without an acceptance. */
  readonly tries: number | null;
  /** Who was asked, and what they answered; null if nobody was drawn. */
  readonly draw: TranscriptDraw | null;
  /** Readings that were not taken in, and why. */
  readonly refusals: readonly { agent: string; attempt: number; code: string; reason: string; at: string }[];
  readonly state: string;
  /** Why there was nothing to judge (no prover, too few challengers, a request that left the chain); null otherwise. */
  readonly void: string | null;
  readonly verdict: Verdict;
}

/** An entry of the log exactly as the log has it, and its index there. */
export interface Logged {
  readonly entry: string;
  readonly index: number;
}

/**
 * The parts of a seed: the value of the service's chain of seeds that the acceptance names, and either a block that was made after
 * the acceptance or a nonce that was told after it.
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
  /** The first value of the chain of seeds. The log has it. */
  readonly anchor: string;
  readonly index: number;
  readonly value: string;
}

/** The one draw of a challenge. With the evidence's part of the eligible tree, it is all that is needed to repeat the draw. */
export interface TranscriptDraw {
  readonly seed: string;
  /** Root and size of the eligible tree. */
  readonly eligible: TreeHead;
  /** The prover, by the description that its consent names. */
  readonly prover: Identity & { readonly owner: string };
  readonly prover_networks: readonly string[];
  readonly knows_systems: boolean;
  /** The operator's table of autonomous systems: its SHA-256, and when its file was last changed. */
  readonly systems_table: { readonly sha256: string; readonly dated: string } | null;
  /** Null for types without places. */
  readonly pool: WirePool | null;
  /** Challengers that were drawn and got no seat, and why. */
  readonly passed_over: readonly { readonly challenger: string; readonly reason: string }[];
  /** The seats around the claim, then the lookouts. */
  readonly seats: readonly TranscriptSeat[];
}

export interface TranscriptSeat extends Identity {
  readonly challenger: WireChallenger;
  readonly lookout: boolean;
  /** The quadrant around the claim that the seat was drawn from, or `world`. */
  readonly from: string;
  readonly state: string;
  /** The reading exactly as signed. Null if no reading was accepted. */
  readonly message: string | null;
  readonly signature: string | null;
}

/** The transcript, with everything that it names by hash. So this file can be checked with nothing else at hand. */
export interface Evidence {
  readonly transcript: Transcript;
  readonly transcript_hash: string;
  /** The part of the eligible tree that the draw read. */
  readonly eligible_tree: PartialTree;
  readonly calibration: unknown;
  /**
   * The log's entry about the end of the challenge, and the proof of its place. The service adds both when it gives the evidence
   * out.
   */
  readonly log?: { readonly entry: string; readonly proof: string } | null;
}

/** What a check shows: that the file agrees with itself, or that everybody named in it signed what they said. */
export type EvidenceStep = 'consistent' | 'signed';

/** The part of the evidence that a check is about, so that a page can point at it. */
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
