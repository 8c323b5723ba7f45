import type { TSchema } from 'typebox';

/**
 * What every proof type is: pure rules that decide, and a probe, loaded lazily, that measures.
 * A new type is one folder with the same file names (rules, probe, transcript, fixtures) and one line in registry.ts.
 *
 * A measurement that fails is data (`Failure`), never an exception: only our own faults throw.
 */
export interface ProofType<A extends Ask = Ask, S = unknown> {
  /** The path segment: `pol`. */
  readonly id: string;
  /** The id of this type on chain: `pol-v1`. */
  readonly attributeId: string;
  readonly title: string;
  /** Challengers measure all at once, or one after another in secret order. */
  readonly schedule: 'parallel' | 'sequential';

  /** Throws `ClaimError` when a known claim is malformed; unknown names are kept as they are. */
  checkClaims(claims: Claims): void;

  /** challengeInfo on chain ⇄ what is asked. `decode` throws `AskError` on anything it did not encode. */
  encode(ask: A): `0x${string}`;
  decode(info: `0x${string}`): A;
  /** The named parameters shown in a challenge's status, beside number_of_challengers. */
  parameters(ask: A): Record<string, string>;

  /** The longest one attempt may take, from the moment the tasks leave. */
  attemptMs(ask: A): number;

  /** Picks up to `ask.challengers` ids out of `eligible`. Deterministic in its arguments; the order of `eligible` must not matter. */
  choose(ask: A, eligible: readonly Candidate[], seed: Uint8Array): string[];

  /** What a challenger reports of one measurement; checked before a reading is recorded. */
  readonly series: TSchema;

  /**
   * The text the prover signed for one series, and its signature: checked when the reading is recorded and again in
   * evidence, so that no challenger can make a measurement up. Types without it rest on the challenger's word.
   */
  counterSigned?(about: Measurement, series: S): { readonly text: string; readonly signature: string };

  /** The verdict over all readings. Pure, deterministic, independent of the readings' order. */
  judge(input: JudgeInput<A, S>): Verdict;

  /**
   * What is wrong with a series by itself; nothing where all is well. `judge` is given the findings of every reading.
   * Takes up to a second, and works in browsers too.
   */
  audit?(series: S): Promise<readonly Finding[]>;

  /** For types that learn from challengers measuring each other. */
  readonly mesh?: MeshRules<S>;

  /** The measuring code. Only agents load it. */
  probe(): Promise<Probe<A, S>>;
}

/** How challengers measure each other, and what the network makes of it. */
export interface MeshRules<S = unknown> {
  /** What one challenger is asked as if it were a prover with these claims; undefined where it has none to measure by. */
  ask(prover: `0x${string}`, claims: Claims): `0x${string}` | undefined;
  /** The figure a measurement comes down to; undefined where it came to nothing. */
  rttUs(series: S): number | undefined;
  /**
   * What the verdicts will rest on, as JSON that can be hashed. Undefined while there is too little to learn from. May
   * take a second: it runs in a thread of its own.
   */
  calibrate?(
    nodes: readonly { readonly id: string; readonly claims: Claims }[],
    rows: readonly { readonly prover: string; readonly challenger: string; readonly rttUs: number }[],
  ): unknown;
  /** The challengers whose own claim does not hold by such a calibration, and why. */
  setAside?(calibration: unknown): readonly { readonly id: string; readonly reason: string }[];
}

/** `prover_fraud`: the prover's own signature shows it. `challenger_fault`: the reading says what its evidence does not. */
export interface Finding {
  readonly kind: 'prover_fraud' | 'challenger_fault';
  readonly detail: string;
}

export type Claims = Readonly<Record<string, string>>;

/** What every challenge asks, whatever its type. Addresses are lower-case 0x hex of 20 bytes. */
export interface Ask {
  readonly proverRegistry: `0x${string}`;
  readonly prover: `0x${string}`;
  readonly isIPv6: boolean;
  readonly challengers: number;
  /** How many of the challengers may fail to answer. */
  readonly tolerance: number;
}

/** An agent as the choice sees it. */
export interface Candidate {
  readonly id: string;
  readonly claims: Claims;
  /** The owner's key; two of one owner are never asked together. */
  readonly owner: string;
  /** /24 or /64 of the seen address; unique per agent on a development network. */
  readonly subnet: string;
}

export type FailureKind = 'unreachable' | 'timeout' | 'refused' | 'own_fault';

/** A measurement that did not come about. `own_fault` is the challenger's: it never counts against the prover. */
export interface Failure {
  readonly failure: FailureKind;
  readonly detail: string;
}

export interface Reading<S = unknown> {
  readonly challenger: Candidate;
  readonly series: S | Failure;
  /** Its place in the order of the choice, from 1; sequential types were driven in this order. */
  readonly round?: number;
  /** Drawn from all over the world rather than from around the claim. */
  readonly isLookout?: boolean;
  /** What `audit` finds wrong with the series. */
  readonly findings?: readonly Finding[];
}

export const isFailure = (series: unknown): series is Failure =>
  typeof series === 'object' && series !== null && 'failure' in series;

export interface JudgeInput<A extends Ask = Ask, S = unknown> {
  readonly ask: A;
  /** What the prover claimed at login, fixed when the challenge was accepted. */
  readonly claims: Claims;
  /** Accepted readings, at most one per challenger. */
  readonly readings: readonly Reading<S>[];
  /** How many challengers were asked, lookouts included. Those who may lie are a share of these, not of the readings. */
  readonly asked: number;
  /** How many of them are lookouts. */
  readonly lookouts?: number;
  /** What the network knows about delays, from its calibration store; undefined in a young network. */
  readonly calibration?: unknown;
  /** The operator's thresholds, as strings, recorded in the transcript. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface Verdict {
  readonly verified: 'true' | 'false' | 'inconclusive';
  /** A sentence for a person: who saw what, and why it follows. */
  readonly reason: string;
  /** The named values of consolidated_result beside `verified` and `reason`, rounded to stated digits. */
  readonly result: Readonly<Record<string, string>>;
  /** JSON for pictures and for checking: numbers already rounded, so that it can be hashed. */
  readonly detail: unknown;
}

export class ClaimError extends Error {
  override readonly name = 'ClaimError';
  readonly claim: string;
  constructor(claim: string, problem: string) {
    super(problem);
    this.claim = claim;
  }
}

export class AskError extends Error {
  override readonly name = 'AskError';
}

/** One end of a measurement. */
export interface Party {
  /** `IPv4/<publicKey>` or `IPv6/<publicKey>`. */
  readonly id: string;
  readonly keyType: 'ethereum' | 'solana';
  readonly publicKey: string;
  readonly claims: Claims;
}

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** Which measurement: what every signed text of it names. */
export interface Measurement {
  readonly challengeId: string;
  readonly attempt: number;
  readonly prover: { readonly id: string };
  readonly challenger: { readonly id: string };
}

/** One measurement between one prover and one challenger, the same text on both sides except `token`. */
export interface ProbeTask<A extends Ask = Ask> {
  readonly challengeId: string;
  readonly attempt: number;
  readonly proofType: string;
  readonly ask: A;
  readonly prover: Party;
  readonly challenger: Party & { readonly endpoint: Endpoint };
  /** 32 hex digits, known to the two parties and the service alone; the first 16 bytes of every datagram of this measurement. */
  readonly tag: string;
  /** How long the measurement may take, from when the task is received; clocks are not compared. */
  readonly budgetMs: number;
}

/** Challengers listen on one UDP port for all their tasks; datagrams find their task by tag. */
export interface UdpDoor extends Endpoint {
  /** Hands over every datagram that starts with `tag` until the returned function is called. */
  expect(tag: string, take: (datagram: Uint8Array, from: Endpoint) => void): () => void;
  send(datagram: Uint8Array, to: Endpoint): void;
}

/** What the agent lends a probe. */
export interface ProbeIo {
  /** Signs a text with the agent's login key: personal_sign or ed25519. */
  sign(text: string): Promise<string>;
  /** Checks another party's signature over a text. */
  verify(party: Party, text: string, signature: string): Promise<boolean>;
  /** Live progress for people who watch; never evidence. */
  progress(update: Readonly<Record<string, string | number>>): void;
  /** Aborted at the deadline or when the agent stops; a probe must then release its sockets at once. */
  readonly signal: AbortSignal;
}

export interface Probe<A extends Ask = Ask, S = unknown> {
  /** The challenger's side: waits for the prover on the door, measures, returns the series to be signed. */
  challenge(task: ProbeTask<A>, io: ProbeIo & { readonly door: UdpDoor }): Promise<S | Failure>;
  /** The prover's side: dials the challenger's endpoint and answers until the measurement ends. */
  prove(task: ProbeTask<A>, io: ProbeIo): Promise<void>;
}
