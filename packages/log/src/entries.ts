import { Compile, type Static, type TSchema, Type } from '@trigpoint/schema';
import { fromUtf8, toUtf8 } from './bytes.ts';
import { maxEntryBytes } from './entry-bundles.ts';

/**
 * The entries of the log. An entry is one line of JSON. It begins with its kind and version, and its other names follow in
 * alphabetical order, so that equal entries are equal texts. An entry is public for ever, so it holds the hashes of things, not the
 * things.
 */
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Id = Type.String({ minLength: 1, maxLength: 128 });
const Name = Type.String({ minLength: 1, maxLength: 32 });
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const entry = <K extends string, P extends Record<string, TSchema>>(kind: K, properties: P) =>
  Type.Object({ kind: Type.Literal(kind), version: Type.Literal(1), ...properties }, { additionalProperties: false });

const watchChanges = ['added', 'edited', 'paused', 'resumed', 'ended'] as const;
export type WatchChange = (typeof watchChanges)[number];

/**
 * What can become of a window of a watch. The results before `refused` are answers. `refused`: the prover said no. `absent`: the prover
 * was not there. `unanswered`: no challenger could measure it; older entries also have it where too few could. `unpaid`: the payer could
 * not pay. `missed`: the service did not ask. `paused`: the watch was paused, so nobody was to ask.
 */
export const slotResults = [
  'inside',
  'outside',
  'undecided',
  'verified',
  'refuted',
  'inconclusive',
  'refused',
  'absent',
  'unanswered',
  'unpaid',
  'missed',
  'paused',
] as const;
export type SlotResult = (typeof slotResults)[number];

/**
 * Whether a watched prover is where it was shown to be. `moved` is proven. `probably_moved` rests on statistics. `changed` says that
 * delays are different; an extra slot follows then.
 */
export const findings = ['same', 'changed', 'probably_moved', 'moved'] as const;
export type Finding = (typeof findings)[number];

/** What a slot showed. */
const shown = {
  /** The challenge, and the index of its end in this log. */
  challenge: orNull(Id),
  transcript: orNull(Count),
  /** How many of those asked may lie, and how far from the claim the prover can be if they do, in fibre and in any medium. */
  liars: orNull(Count),
  radius_km: orNull(Count),
  radius_km_any_medium: orNull(Count),
};

const schemas = {
  /** A decision about whether an agent may be drawn. */
  admission: entry('admission', {
    agent: Id,
    proof_type: Name,
    role: Name,
    /** Hash of the description that the agent signed. Null if it never signed one. */
    description: orNull(Hash),
    status: Type.Union([Type.Literal('candidate'), Type.Literal('admitted'), Type.Literal('set_aside')]),
    /** The newest block when the decision was made. Null without a chain. */
    since_block: orNull(Count),
    since: Time,
    by: Id,
    grounds: Type.String({ maxLength: 512 }),
  }),
  /** An eligible tree: who can be drawn. */
  tree: entry('tree', {
    proof_type: Name,
    family: Name,
    root: Hash,
    size: Count,
    /** The newest block when the tree was logged. Null without a chain. The tree counts for requests of later blocks. */
    block: orNull(Count),
    at: Time,
  }),
  /** A calibration, by the hash under which the service serves it. */
  calibration: entry('calibration', { proof_type: Name, calibration: Hash, at: Time }),
  /** A new chain of seeds, by its first value. It is logged before any other value of the chain is told. */
  seeds: entry('seeds', { anchor: Hash, length: Count }),
  /** The acceptance of a challenge. It is logged before anybody can know the seed. */
  acceptance: entry('acceptance', {
    challenge: Id,
    prover: Id,
    proof_type: Name,
    /** Hash of what was asked. */
    ask: Hash,
    /** The block of the request. Null for a direct request. */
    request_block: orNull(Count),
    /** Hash of the prover's signed consent. */
    consent: orNull(Hash),
    tree_root: Hash,
    tree_size: Count,
    /** The index of the tree's entry in this log. Older entries do not have it. */
    tree_index: Type.Optional(Count),
    /** Hash of the rest that the draw rests on: settings, time of the request, network of the prover. Older entries do not have it. */
    rules: Type.Optional(Hash),
    /** The block whose hash goes into the seed. Null if a nonce does. */
    seed_block: orNull(Count),
    /** The hash of the nonce that goes into the seed. It is told after this entry is public. Null if a block decides. */
    seed_nonce: orNull(Hash),
    /** The anchor of the chain of seeds, and which of its values goes into the seed. */
    seed_chain: Hash,
    seed_index: Count,
    /** The index of the prover's previous acceptance in this log. */
    previous: orNull(Count),
  }),
  /** The end of a challenge. */
  transcript: entry('transcript', {
    challenge: Id,
    transcript: Hash,
    outcome: Type.Union([Type.Literal('true'), Type.Literal('false'), Type.Literal('inconclusive')]),
    /** The index of the challenge's acceptance in this log. Null if it has none. */
    acceptance: orNull(Count),
  }),
  /** A watch was added or changed: what is asked from now on, and from which window on. */
  watch: entry('watch', {
    watch: Id,
    /** Address family, and the address by which the prover is asked for. */
    prover: Id,
    payer: Id,
    change: Type.Enum(watchChanges),
    proof_type: Name,
    /** Hash of what is asked. */
    ask: Hash,
    every_seconds: Type.Integer({ minimum: 1, maximum: 31_622_400 }),
    until: Time,
    /** The anchor of the values with which the times of the windows from `first` on are drawn. */
    values: Hash,
    /** The first window that this entry is about, and when that window begins. */
    first: Count,
    begins: Time,
    /** The index of the previous entry about this watch, whatever its kind. */
    previous: orNull(Count),
    /** The index of the previous entry of this kind about any watch of the same prover, whoever pays. */
    before: orNull(Count),
    at: Time,
  }),
  /** A window of a watch has begun. The time of its slot is decided now. It is told with the outcome. */
  slot: entry('slot', {
    watch: Id,
    number: Count,
    begins: Time,
    /** A checkpoint that was public when this was written. */
    head_size: Count,
    head_root: Hash,
    /** A block whose hash goes into the draw of the time, too. Null without a chain. */
    seed_block: orNull(Count),
    previous: Count,
    /** The index of the newest `watch` entry about any watch of the prover. */
    newest: Count,
    at: Time,
  }),
  /** What became of a window, or of `count` windows in a row in which nobody was asked. */
  outcome: entry('outcome', {
    watch: Id,
    number: Count,
    count: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    result: Type.Enum(slotResults),
    /** The index of the window's `slot` entry. Null if the service did not begin the window, or the watch was paused. */
    slot: orNull(Count),
    /** What the time was drawn with, and the drawn time. */
    value: orNull(Hash),
    block_hash: orNull(Hash),
    due: orNull(Time),
    ...shown,
    /**
     * The finding, and the index of the entry that the answers were compared with. Null if they were not compared. Older entries
     * have neither.
     */
    finding: Type.Optional(orNull(Type.Enum(findings))),
    compared_with: Type.Optional(orNull(Count)),
    previous: Count,
    at: Time,
  }),
  /** What became of the extra slot that followed at once after a slot found a change. */
  extra: entry('extra', {
    watch: Id,
    number: Count,
    result: Type.Enum(slotResults),
    ...shown,
    finding: orNull(Type.Enum(findings)),
    compared_with: orNull(Count),
    previous: Count,
    at: Time,
  }),
} as const;

type Schemas = typeof schemas;
export type EntryKind = keyof Schemas;
export type EntryOf<K extends EntryKind> = Static<Schemas[K]>;
export type Entry = { [K in EntryKind]: EntryOf<K> }[EntryKind];

/** The text is no entry, or is not written in the one way that entries are. */
export class EntryError extends Error {
  override readonly name = 'EntryError';
}

/** An entry of a kind or version that only a later release knows. Readers ignore it. */
export class UnknownEntry extends EntryError {}

const validators = new Map<string, ReturnType<typeof Compile<TSchema>>>();

const check = (value: Readonly<Record<string, unknown>>): void => {
  const { kind, version } = value;
  if (typeof kind !== 'string' || !Number.isInteger(version))
    throw new EntryError('An entry has a kind and a version.');
  if (!Object.hasOwn(schemas, kind) || version !== 1)
    throw new UnknownEntry(`Entries of kind "${kind.slice(0, 32)}", version ${version}, are not known here.`);
  let validator = validators.get(kind);
  if (!validator) {
    validator = Compile(schemas[kind as EntryKind] as TSchema);
    validators.set(kind, validator);
  }
  if (validator.Check(value)) return;
  const [first] = validator.Errors(value);
  throw new EntryError(`${kind}${first?.instancePath ?? ''}: ${first?.message ?? 'malformed'}.`);
};

const write = ({ kind, version, ...rest }: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ kind, version, ...Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))) });

/** The text that goes into the log. Throws `EntryError`. */
export const composeEntry = (value: Entry): string => {
  check(value);
  const text = write(value);
  if (toUtf8(text).length > maxEntryBytes) throw new EntryError(`An entry of ${text.length} characters is too long.`);
  return text;
};

/** What an entry of the log says. Throws `EntryError`, and `UnknownEntry` for kinds and versions of later releases. */
export const parseEntry = (bytes: Uint8Array | string): Entry => {
  let text: string;
  let value: unknown;
  try {
    text = typeof bytes === 'string' ? bytes : fromUtf8(bytes);
    value = JSON.parse(text);
  } catch {
    throw new EntryError('An entry is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new EntryError('An entry is no object.');
  check(value as Record<string, unknown>);
  if (write(value as Record<string, unknown>) !== text) throw new EntryError('An entry is not written as entries are.');
  return value as Entry;
};

/** The service's name for the entry that says how a challenge ended. Evidence has it beside the proof of its place. */
export const transcriptEntryId = (challengeId: string): string => `transcript:${challengeId}`;
