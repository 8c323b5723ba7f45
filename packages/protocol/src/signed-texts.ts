import { Compile, type Static, Type } from '@trigpoint/schema';
import { readingMaxChars } from './agent-messages.ts';
import { MeasurementContext } from './measurement-context.ts';

/**
 * The texts that agents sign with their login key (personal_sign or ed25519). The signed text itself is stored and shown. It is never
 * composed again from its parts.
 */
const Failure = Type.Object({
  failure: Type.Union([
    Type.Literal('unreachable'),
    Type.Literal('timeout'),
    Type.Literal('refused'),
    Type.Literal('own_fault'),
  ]),
  detail: Type.String({ maxLength: 1024 }),
});

const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });

/** What a challenger reports of one measurement. Exactly one of `series` and `failure` is there. */
export const ReadingText = Type.Object({
  /** What the measurement was made for. Readings of version 1 have none, and prove nothing any more. */
  context: Type.Optional(MeasurementContext),
  challenge_id: Type.String({ minLength: 1, maxLength: 128 }),
  attempt: Type.Integer({ minimum: 1, maximum: 1000 }),
  /** Agent ids. */
  prover: Type.String({ minLength: 1, maxLength: 128 }),
  challenger: Type.String({ minLength: 1, maxLength: 128 }),
  proof_type: Type.String({ minLength: 1, maxLength: 32 }),
  /** Whoever records the reading checks it against the schema of the proof type. */
  series: Type.Optional(Type.Object({})),
  failure: Type.Optional(Failure),
  /** Times of the challenger's clock, for people. No rule compares them. */
  started_at: Time,
  ended_at: Time,
  /** The prover's signature for the measurement. Null if the measurement failed. */
  prover_counter_signature: Type.Union([Type.String({ maxLength: 512 }), Type.Null()]),
});
export type ReadingText = Static<typeof ReadingText>;

/** A text that is not a reading. */
export class ReadingTextError extends Error {
  override readonly name = 'ReadingTextError';
}

const kind = 'reading';
const version = 2;

/** The text to sign: one line of JSON, which begins with its kind and version; then the names in the order of the type. */
export function composeReading(reading: ReadingText & { readonly context: MeasurementContext }): string {
  const text = JSON.stringify({
    kind,
    version,
    context: Object.fromEntries(Object.entries(reading.context).sort(([a], [b]) => (a < b ? -1 : 1))),
    challenge_id: reading.challenge_id,
    attempt: reading.attempt,
    prover: reading.prover,
    challenger: reading.challenger,
    proof_type: reading.proof_type,
    series: reading.series,
    failure: reading.failure,
    started_at: reading.started_at,
    ended_at: reading.ended_at,
    prover_counter_signature: reading.prover_counter_signature,
  });
  parseReading(text);
  return text;
}

let validator: ReturnType<typeof Compile<typeof ReadingText>> | undefined;

/** What a signed text says. Throws `ReadingTextError`. */
export function parseReading(text: string): ReadingText {
  if (text.length > readingMaxChars) throw new ReadingTextError(`A reading of ${text.length} characters is too long.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ReadingTextError('A reading is not JSON.');
  }
  validator ??= Compile(ReadingText);
  if (!validator.Check(value)) {
    const [first] = validator.Errors(value);
    throw new ReadingTextError(`${first?.instancePath || '/'} ${first?.message ?? 'is malformed'}.`);
  }
  if ((value.series === undefined) === (value.failure === undefined))
    throw new ReadingTextError('A reading has either a series or a failure.');
  const {
    kind: saidKind,
    version: saidVersion,
    ...says
  } = value as ReadingText & { kind?: unknown; version?: unknown };
  const isOld = saidKind === undefined && saidVersion === undefined && says.context === undefined;
  if (!isOld && (saidKind !== kind || saidVersion !== version || says.context === undefined))
    throw new ReadingTextError(`A ${kind} of version ${version} with its context is expected.`);
  return says;
}
