import type { Finding } from '@trigpoint/log';
import type { TSchema } from '@trigpoint/schema';
import type { Place } from './geo.ts';

/**
 * What everybody may know of a proof type without its rules: what can be asked and claimed, and the words for both.
 * It is small, because browsers load it with their first page.
 */
export interface Profile<A extends Ask = Ask> {
  /** The path segment, and the name of the type's folder: `pol`. */
  readonly id: string;
  /** The id of this type on chain: `pol-v1`. */
  readonly attributeId: string;
  /** A later version of the type that asks for more, and whether an ask needs it: `pol-v2`. */
  readonly later?: { readonly attributeId: string; isNeededFor(ask: A): boolean };
  /** Further ids on chain that clients of other networks use, by the network's name in TRIGPOINT_COMPAT. */
  readonly compatAttributeIds?: Readonly<Record<string, string>>;
  /** In the text that people sign: `proof of location`. */
  readonly title: string;
  /** In lists and on buttons: `Location`. */
  readonly label: string;
  /** An example is served only where PROOF_TYPES names it. */
  readonly isExample?: boolean;

  /** How many challengers to ask: the default, and the least and most that a form suggests. */
  readonly challengers: { readonly usual: number; readonly least: number; readonly most: number };
  /** The fields that an ask of this type has besides those of every ask, in the order of a form. */
  readonly fields: readonly AskField[];
  /** challengeInfo on chain ⇄ what is asked. `decode` throws `AskError` on anything it did not encode. */
  encode(ask: A): `0x${string}`;
  decode(info: `0x${string}`): A;
  /** Why no readings could verify such an ask, and what to ask instead. Undefined if some could. */
  whyNeverVerified?(ask: A): string | undefined;

  /** The numbers that agents claim about themselves. Of other claims only city, region and country are kept. */
  readonly claims: readonly ClaimField[];
  /** The claims without which a challenger's readings say nothing. */
  readonly challengersClaim?: readonly string[];

  /** What the operator may set for this type. `judge` receives the values by `name`. */
  readonly settings: readonly TypeSetting[];

  readonly words: ProofWords;

  /** The rules, which are most of the code. */
  rules(): Promise<ProofType>;
}

/** A field of an ask: one name, and how people give its value on a command line and in a form. */
export type AskField = NumberField | ChoiceField | TextField;

interface Field {
  /** The name in the ask, with its unit: `bandwidthMbps`. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** As the command line has it: `--bandwidth <mbps>` and what its help says. */
  readonly option: { readonly flags: string; readonly doc: string };
  /** An ask may leave it out. */
  readonly isOptional?: boolean;
  /** Only experts need it. Forms leave it out. */
  readonly isAdvanced?: boolean;
}

export interface NumberField extends Field {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
  readonly unit: string;
  /**
   * The claims that give the value if the ask does not. The first one that the prover has counts. `given` has the fields before
   * this one.
   */
  claims(given: Readonly<Record<string, unknown>>): readonly string[];
}

export interface ChoiceField extends Field {
  readonly kind: 'choice';
  /** The value on the wire, and the word for people. The first choice is the default. */
  readonly choices: readonly (readonly [value: string, label: string])[];
}

export interface TextField extends Field {
  readonly kind: 'text';
  /** What is wrong with such a text; undefined if nothing is. */
  check(text: string): string | undefined;
}

/** The id on chain under which this is asked. */
export const attributeIdOf = <A extends Ask>({ attributeId, later }: Profile<A>, ask: A): string =>
  later?.isNeededFor(ask) ? later.attributeId : attributeId;

/** A claim that is a number. */
export interface ClaimField {
  readonly name: string;
  /** Another name for the same claim. */
  readonly alias?: string;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  /** Stands behind the number and its unit where a claim is shown in one line: `down`. */
  readonly label?: string;
  /** The claim that must be given with it. */
  readonly togetherWith?: string;
}

/** An environment variable that holds a number. */
export interface TypeSetting {
  readonly env: string;
  readonly name: string;
  readonly doc: string;
  readonly min: number;
  readonly max: number;
  /** Whole numbers only, unless so many decimals are allowed. */
  readonly decimals?: number;
  readonly fallback: string;
}

/** Whether a reading speaks for or against the claim. `says` is there if the words of the series alone would not be enough. */
export interface Weighed {
  readonly speaks: 'for' | 'against' | 'neither';
  readonly says?: string;
}

/** What people read about a type. Parameters are those of `ProofType.parameters`, results those of `Verdict.result`. */
export interface ProofWords {
  /** What a challenge of this type finds out: `is the prover where it says?` */
  readonly question: string;
  /** How it is measured, in a sentence or two. */
  readonly how: string;
  /** What a prover claims, in a sentence: `Latitude and longitude.` */
  readonly claims: string;
  /** What was asked, in a few words. */
  asked(parameters: Readonly<Record<string, unknown>>, claims?: Readonly<Record<string, unknown>>): string;
  /** What was found, in a few words. Undefined if such a verdict has no words of its own. */
  found(verified: Verdict['verified'], result: Readonly<Record<string, string>>): string | undefined;
  /** What one reading says, in a few words. */
  reading(series: Readonly<Record<string, unknown>>): string;
  /** What the verdict made of one challenger's reading, by its detail. Undefined if the detail says nothing about it. */
  weighed?(detail: unknown, challenger: string): Weighed | undefined;
  /** Options behind `trigpoint request <id>` that its help shows. */
  readonly examples: readonly string[];
}

/**
 * What every proof type is: its profile, pure rules that decide, and a probe, loaded lazily, that measures.
 * A new type is one folder with the same file names (docs/new-proof-type.md lists them) and one line in registry.ts.
 *
 * A measurement that fails is data (`Failure`), never an exception. Only our own faults throw.
 */
export interface ProofType<A extends Ask = Ask, S = unknown> extends Profile<A> {
  /** The named parameters that a challenge's status shows besides those of every ask, such as number_of_challengers. */
  parameters(ask: A): Record<string, string>;

  /** Challengers measure all at once, or one after another in secret order. */
  readonly schedule: 'parallel' | 'sequential';

  /** The longest one attempt may take, from the moment the tasks leave. */
  attemptMs(ask: A): number;

  /** What one measurement of a prover with these claims is expected to carry. Agents compare it with their owners' limits. */
  cost(ask: A, claims: Claims): Cost;

  /** Where an agent with these claims says it stands. Types without it draw their challengers from anywhere. */
  place?(claims: Claims): Place | undefined;

  /** Which seats a challenge has. A type without it gets as many seats as are asked for, from anywhere, and no lookouts. */
  seats?(ask: A, settings: Readonly<Record<string, string>>): Seats;

  /** What a challenger reports of one measurement; checked before a reading is recorded. */
  readonly series: TSchema;

  /**
   * The text that the prover signed for one series, and its signature. It is checked when the reading is recorded, and again
   * in evidence. So no challenger can make a measurement up. Types without it trust the challenger.
   */
  counterSigned?(about: Measurement, series: S): { readonly text: string; readonly signature: string };

  /** Loads what the rules need for this ask besides code, such as a map of borders. `judge` gets it as `prepared`. */
  prepare?(ask: A): Promise<unknown>;

  /** The verdict over all readings. Pure, deterministic, independent of the readings' order. */
  judge(input: JudgeInput<A, S>): Verdict;

  /** How many readings a verdict rests on, by its result. Failures and readings that do not count are left out. */
  measured(result: Verdict['result']): number;

  /** For types whose verdict may be decided before everybody has answered. */
  readonly settling?: Settling<A, S>;

  /**
   * The finding about the prover between two challenges, of which the first showed its claim. Null if the readings do not tell. Pure
   * and deterministic. It is for types whose claims can become false without anybody saying so.
   */
  compare?(before: JudgeInput<A, S>, now: JudgeInput<A, S>): Finding | null;

  /**
   * What is wrong with a series by itself; empty if nothing is. `judge` gets the faults of every reading. The check takes up to a
   * second. It works in browsers too.
   */
  checkSeries?(series: S): Promise<readonly SeriesFault[]>;

  /** For types that learn from challengers measuring each other. */
  readonly mesh?: MeshRules<S>;

  /** Who takes part on a development network. */
  scenario(): Promise<Scenario>;

  /** The measuring code. Only agents load it. */
  probe(): Promise<Probe<A, S>>;
}

/** Says when the readings so far decide the verdict. Then nobody waits for the others. */
export interface Settling<A extends Ask = Ask, S = unknown> {
  /** With fewer readings nothing is settled, so `isSettled` need not be called. */
  least(asked: number): number;
  /**
   * Whether the verdict is `true` or `false` and stays so, whatever readings come from those who have given none. Pure, as `judge`
   * is: `verify` asks it again.
   */
  isSettled(input: JudgeInput<A, S>): boolean;
  /**
   * Whether such a reading may be the one that settles the verdict. If all measure at once, `isSettled` is called after such
   * readings only.
   */
  mayDecide?(ask: A, challenger: Claims, series: S): boolean;
}

/** The seats that are drawn for a challenge. */
export interface Seats {
  /** As many as were asked for. The quorum and the end state count these alone. */
  readonly near: number;
  /** Further seats, drawn from all over the world. There are fewer if there are too few agents. */
  readonly lookouts: number;
  /** The near seats are drawn from around this place. */
  readonly claim: Place | undefined;
  /** The near seats are drawn from the agents of this many times as many networks as there are near seats. */
  readonly poolFactor: number;
}

export interface Cost {
  /** The rate that the measurement is about; 0 for a few datagrams. In its lead-in pob sends up to twice as fast. */
  readonly mbps: number;
  readonly bytes: number;
}

/** Agents of a development network: whom `npm start` starts, and what is simulated between them. */
export interface Scenario {
  /** A line of the first screen about the challengers. */
  readonly challengersLine: string;
  readonly challengers: readonly DemoAgent[];
  /** `truth` stands beside the claim on the first screen: `claims Sydney, stands in Frankfurt`. */
  readonly provers: readonly DemoProver[];
  /**
   * Agents that `npm start` adds, and tests leave out: provers that are watched, and challengers near the place that one of them
   * goes to.
   */
  readonly watched?: {
    readonly challengersLine: string;
    readonly challengers: readonly DemoAgent[];
    readonly provers: readonly DemoProver[];
    readonly parameters: Readonly<Record<string, string>>;
    readonly everySeconds: number;
    readonly forSeconds: number;
  };
}

export type DemoProver = DemoAgent & { readonly truth: string };

export interface DemoAgent {
  /** Names its key file; people ask for a prover by it. */
  readonly name: string;
  readonly claims: Claims;
  /** Where it really stands: datagrams between two places take the time they would take. */
  readonly place?: DemoPlace;
  /** Where it goes after a time, without telling anybody. */
  readonly leaves?: { readonly to: DemoPlace; readonly afterSeconds: number };
  /** What its access link really carries. */
  readonly access?: { readonly downMbps: number; readonly upMbps: number };
}

export interface DemoPlace {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** A challenger that the mesh learns from. */
export interface MeshLandmark {
  readonly id: string;
  readonly claims: Claims;
  readonly owner: string;
  readonly network: string;
  /** Only those that are admitted cast doubt on others. */
  readonly isAdmitted: boolean;
}

/** How challengers measure each other, and what the network makes of it. */
export interface MeshRules<S = unknown> {
  /** The ask for a challenger that is measured like a prover with these claims. Undefined if its claims are not enough. */
  ask(prover: `0x${string}`, claims: Claims): `0x${string}` | undefined;
  /** The one figure of a measurement; undefined if the measurement failed. */
  rttUs(series: S): number | undefined;
  /**
   * What the verdicts will rest on, as JSON that can be hashed. Undefined while there is too little to learn from. May
   * take a second: it runs in a thread of its own.
   */
  calibrate?(
    nodes: readonly MeshLandmark[],
    rows: readonly { readonly prover: string; readonly challenger: string; readonly rttUs: number }[],
  ): unknown;
  /** The challengers whose own claim this calibration contradicts, and why. */
  setAside?(calibration: unknown): readonly { readonly id: string; readonly reason: string }[];
  /**
   * Whether a candidate's claims agree with what admitted challengers measured of it. `measurers` are all admitted challengers, also
   * those that have not measured it. For types without this rule nobody is admitted on probation.
   */
  agrees?(
    claims: Claims,
    measurers: readonly (Measurer & { readonly rttUs: number | undefined })[],
    settings: Readonly<Record<string, string>>,
  ): MeshAgreement;
}

export interface MeshAgreement {
  readonly agrees: boolean;
  /** A sentence, also for the public log. */
  readonly because: string;
}

/** `prover_fraud`: the prover's own signature proves it. `challenger_fault`: the reading contradicts its own evidence. */
export interface SeriesFault {
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

/** A challenger as a verdict sees it. */
export interface Measurer {
  readonly id: string;
  readonly claims: Claims;
  /** The owner's key; two of one owner are never asked together. */
  readonly owner: string;
  /** /24 or /48 of the seen address; unique per agent on a development network. */
  readonly network: string;
}

export type FailureKind = 'unreachable' | 'timeout' | 'refused' | 'own_fault';

/** A measurement that did not come about. `own_fault` is the challenger's: it never counts against the prover. */
export interface Failure {
  readonly failure: FailureKind;
  readonly detail: string;
}

export const fail = (failure: FailureKind, detail: string): Failure => ({ failure, detail });

export interface Reading<S = unknown> {
  readonly challenger: Measurer;
  readonly series: S | Failure;
  /** The number of its seat in the draw, from 1. Challengers of sequential types measured in this order. */
  readonly round?: number;
  /** Drawn from all over the world rather than from around the claim. */
  readonly isLookout?: boolean;
  /** What `checkSeries` finds wrong with the series. */
  readonly faults?: readonly SeriesFault[];
}

export const isFailure = (series: unknown): series is Failure =>
  typeof series === 'object' && series !== null && 'failure' in series;

export interface JudgeInput<A extends Ask = Ask, S = unknown> {
  readonly ask: A;
  /** What the prover claimed at login, fixed by its consent. */
  readonly claims: Claims;
  /** Accepted readings, at most one per challenger. */
  readonly readings: readonly Reading<S>[];
  /** How many challengers were asked, lookouts included. A share of these may lie; it is not a share of the readings. */
  readonly asked: number;
  /** How many of them are lookouts. */
  readonly lookouts?: number;
  /** How many colluding agents the draw of the near seats withstands; undefined for types without places. */
  readonly resilience?: Resilience;
  /** What the network knows about delays, from its calibration store; undefined in a young network. */
  readonly calibration?: unknown;
  /** The operator's thresholds, as strings, recorded in the transcript. */
  readonly settings: Readonly<Record<string, string>>;
  /** What `prepare` gave for this ask. */
  readonly prepared?: unknown;
}

export interface Resilience {
  /** The chance that this many colluding agents win more than a third of the near seats, in any of the tries, is below 1 in 1,000. */
  readonly withstands: number;
  /** How often challengers were drawn for this prover. */
  readonly tries: number;
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

/** Names one measurement. Every text that is signed in it has these fields. */
export interface Measurement {
  readonly challengeId: string;
  readonly attempt: number;
  readonly prover: { readonly id: string };
  readonly challenger: { readonly id: string };
  /** Hash of what the measurement is made for: service, ask, draw, and who the two ends are. */
  readonly context: string;
}

/** One measurement between one prover and one challenger. Both get the same task. */
export interface ProbeTask<A extends Ask = Ask> {
  readonly challengeId: string;
  readonly attempt: number;
  readonly proofType: string;
  readonly ask: A;
  readonly prover: Party;
  readonly challenger: Party & { readonly endpoint: Endpoint };
  /** Hash of what the measurement is made for; both ends sign it. */
  readonly context: string;
  /** 32 hex digits, known to the two parties and the service alone; the first 16 bytes of every datagram of this measurement. */
  readonly tag: string;
  /** How long the measurement may take, from when the task is received; clocks are not compared. */
  readonly budgetMs: number;
}

/** Challengers listen on one UDP port for all their tasks; datagrams find their task by tag. */
export interface UdpListener extends Endpoint {
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
  /** Progress of the measurement, for the agent itself. It goes to nobody else. */
  progress(update: Readonly<Record<string, string | number>>): void;
  /**
   * Called at the end with the bytes that the measurement has sent and received. A probe that does not count them does not call it.
   */
  carried?(bytes: number): void;
  /** Aborted at the deadline or when the agent stops; a probe must then release its sockets at once. */
  readonly signal: AbortSignal;
}

export interface Probe<A extends Ask = Ask, S = unknown> {
  /** The challenger's side: waits for the prover on the listener, measures, returns the series to be signed. */
  challenge(task: ProbeTask<A>, io: ProbeIo & { readonly listener: UdpListener }): Promise<S | Failure>;
  /** The prover's side: dials the challenger's endpoint and answers until the measurement ends. */
  prove(task: ProbeTask<A>, io: ProbeIo): Promise<void>;
}
