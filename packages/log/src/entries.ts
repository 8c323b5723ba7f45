import { Compile, type Static, type TSchema, Type } from '@trigpoint/schema';
import { fromUtf8, toUtf8 } from './bytes.ts';
import { maxEntryBytes } from './entry-bundles.ts';

/**
 * What the log says. An entry is one line of JSON that begins with its kind and version; its other names follow in
 * alphabetical order, so that equal entries are equal texts. An entry holds hashes, not what they are of: it is public for
 * ever.
 */
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Id = Type.String({ minLength: 1, maxLength: 128 });
const Name = Type.String({ minLength: 1, maxLength: 32 });
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const entry = <K extends string, P extends Record<string, TSchema>>(kind: K, properties: P) =>
  Type.Object({ kind: Type.Literal(kind), version: Type.Literal(1), ...properties }, { additionalProperties: false });

export const watchChanges = ['added', 'edited', 'paused', 'resumed', 'ended'] as const;
export type WatchChange = (typeof watchChanges)[number];

/**
 * What can become of a window. Those before `refused` are answers. `refused`: the prover said no. `absent`: it was not there.
 * `unanswered`: too few readings came. `unpaid`: the payer could not pay. `missed`: the service did not ask. `paused`: nobody was to ask.
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
 * What became of a prover since its place was last shown. `moved` is proof; `probably_moved` is statistics; `changed` says that
 * delays are different, and an extra slot follows.
 */
export const findings = ['same', 'changed', 'probably_moved', 'moved'] as const;
export type Finding = (typeof findings)[number];

const schemas = {
  /** An agent may be drawn, or may not any more. */
  admission: entry('admission', {
    agent: Id,
    proof_type: Name,
    role: Name,
    /** Of the description that the agent signed; null for one that never signed any. */
    description: orNull(Hash),
    status: Type.Union([Type.Literal('candidate'), Type.Literal('admitted'), Type.Literal('set_aside')]),
    /** The newest block when it was decided; null without a chain. */
    since_block: orNull(Count),
    since: Time,
    by: Id,
    grounds: Type.String({ maxLength: 512 }),
  }),
  /** All who can be drawn, as the root of a tree of their leaves. */
  tree: entry('tree', {
    proof_type: Name,
    family: Name,
    root: Hash,
    size: Count,
    /** The newest block when it was logged; null without a chain. It counts for requests of later blocks. */
    block: orNull(Count),
    at: Time,
  }),
  /** What was learned from the mesh, by the hash under which the service serves it. */
  calibration: entry('calibration', { proof_type: Name, calibration: Hash, at: Time }),
  /** The first value of a chain of seeds, before any other value of it is told. */
  seeds: entry('seeds', { anchor: Hash, length: Count }),
  /** A challenge is accepted, before anybody can know its seed. */
  acceptance: entry('acceptance', {
    challenge: Id,
    prover: Id,
    proof_type: Name,
    /** Of what was asked. */
    ask: Hash,
    /** Null where nothing was asked on a chain. */
    request_block: orNull(Count),
    /** Of the prover's signed consent. */
    consent: orNull(Hash),
    tree_root: Hash,
    tree_size: Count,
    /** Where this log has that tree. Entries of earlier versions do not say. */
    tree_index: Type.Optional(Count),
    /** The block whose hash goes into the seed; null without a chain. */
    seed_block: orNull(Count),
    /** Without a chain: the hash of the nonce that the payer tells after this entry. */
    seed_nonce: orNull(Hash),
    /** The anchor of the chain of seeds, and which of its values goes into the seed. */
    seed_chain: Hash,
    seed_index: Count,
    /** Where this log has the prover's acceptance before this one. */
    previous: orNull(Count),
  }),
  /** A challenge has ended. */
  transcript: entry('transcript', {
    challenge: Id,
    transcript: Hash,
    outcome: Type.Union([Type.Literal('true'), Type.Literal('false'), Type.Literal('inconclusive')]),
    /** Where this log has the challenge's acceptance; null for one accepted before the log began. */
    acceptance: orNull(Count),
  }),
  /** Somebody wants a prover asked again and again: what is wanted, or what of it has changed, and from which window on. */
  watch: entry('watch', {
    watch: Id,
    /** Address family and the address that it is asked under. */
    prover: Id,
    payer: Id,
    change: Type.Enum(watchChanges),
    proof_type: Name,
    /** Of what is asked. */
    ask: Hash,
    every_seconds: Type.Integer({ minimum: 1, maximum: 31_622_400 }),
    until: Time,
    /** The anchor of the values that the times of the windows from `first` are drawn with. */
    values: Hash,
    /** The first window that it is about, and when that begins. */
    first: Count,
    begins: Time,
    /** Where this log has the watch's entry before this one, whatever its kind. */
    previous: orNull(Count),
    /** Where this log has the entry of this kind before it that is about the same prover, whoever pays. */
    before: orNull(Count),
    at: Time,
  }),
  /** A window of a watch has begun. When its prover is asked is now decided, and told with the outcome. */
  slot: entry('slot', {
    watch: Id,
    number: Count,
    begins: Time,
    /** A checkpoint that was public when this was written. */
    head_size: Count,
    head_root: Hash,
    /** The block whose hash decides as well; null without a chain. */
    seed_block: orNull(Count),
    previous: Count,
    /** The newest entry about any watch of the prover. */
    newest: Count,
    at: Time,
  }),
  /** What became of a window, or of several one after another in which nobody was asked. */
  outcome: entry('outcome', {
    watch: Id,
    number: Count,
    count: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    result: Type.Enum(slotResults),
    /** Where this log has the beginning of the window; null where the service was not there, or the watch was paused. */
    slot: orNull(Count),
    /** What the time was drawn with, and the time. */
    value: orNull(Hash),
    block_hash: orNull(Hash),
    due: orNull(Time),
    /** The challenge, and where this log has its end. */
    challenge: orNull(Id),
    transcript: orNull(Count),
    /** How many of those asked may have lied, and how far from the claim the prover can be then, in fibre and in any medium. */
    liars: orNull(Count),
    radius_km: orNull(Count),
    radius_km_any_medium: orNull(Count),
    /** Against which entry its answers were compared, and what came of it; null where they could not be. Earlier entries do not say. */
    finding: Type.Optional(orNull(Type.Enum(findings))),
    compared_with: Type.Optional(orNull(Count)),
    previous: Count,
    at: Time,
  }),
  /** What became of the extra slot that follows at once when a window's slot found a change. */
  extra: entry('extra', {
    watch: Id,
    number: Count,
    result: Type.Enum(slotResults),
    challenge: orNull(Id),
    transcript: orNull(Count),
    liars: orNull(Count),
    radius_km: orNull(Count),
    radius_km_any_medium: orNull(Count),
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

/** The text is no entry, or is not written in the one way in which entries are written. */
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
