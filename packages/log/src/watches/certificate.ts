import { Compile, type Static, Type } from '@trigpoint/schema';
import { sha256 } from '#sha256';
import { toHex, toUtf8 } from '../bytes.ts';
import type { Finding, SlotResult } from '../entries.ts';
import { type HeldSlot, isJudged } from './watch-chain.ts';

const Text = Type.String({ maxLength: 4096 });
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const strict = { additionalProperties: false } as const;

/** What became of the windows of a period, as counts. `due` is the number of windows, `held` the number of windows with an answer. */
const Summary = Type.Object(
  {
    watch: Text,
    prover: Text,
    payer: Text,
    proof_type: Text,
    /** The index of the entry with which the watch began. */
    added: Count,
    /** The beginning of the first window of the period, and the end of the last. */
    from: Text,
    to: Text,
    /** When the watch itself began. */
    began: Text,
    due: Count,
    held: Count,
    inside: Count,
    undecided: Count,
    outside: Count,
    verified: Count,
    refuted: Count,
    inconclusive: Count,
    refused: Count,
    absent: Count,
    unanswered: Count,
    unpaid: Count,
    missed: Count,
    paused: Count,
    /** The longest time without an answer that decided. The beginning and the end of the period count like answers. */
    longest_gap_seconds: Count,
    /** Slots in which the prover was asked, and whose beginning no witness saw before their time. */
    unwitnessed: Count,
    /** Every answer holds even if this many challengers lied. */
    liars: orNull(Count),
    /** The furthest that the prover can have been from its claim, in fibre and in any medium. */
    radius_km: orNull(Count),
    radius_km_any_medium: orNull(Count),
    /** How often the payer changed the watch before the end of the period. */
    changes: Count,
    /** Other watches of the same prover, whoever pays. */
    others: Type.Array(Text, { maxItems: 200_000 }),
    /** Whether the prover is where it was. It is missing if no entry has a finding, as in older certificates. */
    findings: Type.Optional(
      Type.Object(
        {
          /** How many answers, those of extra slots included, were compared with the slot that showed the place. */
          compared: Count,
          changed: Count,
          probably_moved: Count,
          moved: Count,
          /** How many extra slots followed changes, how many of them had an answer, and how many answers put the prover elsewhere. */
          extra: Count,
          extra_held: Count,
          extra_outside: Count,
        },
        strict,
      ),
    ),
  },
  strict,
);
export type Summary = Static<typeof Summary>;

const Certificate = Type.Object(
  {
    kind: Type.Literal('trigpoint certificate'),
    version: Type.Literal(1),
    /** The key of the log, for information. A verifier uses the key that it knows. */
    log: Text,
    watch: Text,
    from: Time,
    to: Time,
    issued_at: Time,
    /** The payer's name for the watch. */
    name: Text,
    summary: Summary,
    /** What was asked, by its hash: the entries have only the hash. */
    asks: Type.Record(Type.String({ pattern: '^[0-9a-f]{64}$' }), Type.String({ pattern: '^0x[0-9a-f]*$' })),
    /** Entries of the log in their order: those of the watch, changes of other watches of the prover, and the ends of challenges. */
    entries: Type.Array(Type.Object({ index: Count, entry: Type.String() }, strict), { maxItems: 200_000 }),
    /** The hashes that prove the places of the entries in the tree of the checkpoint. */
    subtrees: Type.Record(Type.String({ pattern: '^\\d+-\\d+$' }), Type.String()),
    checkpoint: Type.String(),
    /** Checkpoints that witnesses cosigned during the period, in their order. */
    seen: Type.Array(Type.String(), { maxItems: 50_000 }),
    /** The signature of the log's key over all of the above. */
    signature: Type.String(),
  },
  strict,
);
export type Certificate = Static<typeof Certificate>;

let validator: ReturnType<typeof Compile<typeof Certificate>> | undefined;

/** Whether this is a certificate at all: what came from a file may be anything. */
export const isCertificate = (value: unknown): value is Certificate => {
  validator ??= Compile(Certificate);
  return validator.Check(value);
};

/** The text that the service signs. It has the hash of all other fields, in the order of the file. */
export const certificateText = ({
  signature: _,
  ...rest
}: Certificate | (Omit<Certificate, 'signature'> & { signature?: string })): string =>
  `trigpoint certificate v1\n${toHex(sha256(toUtf8(JSON.stringify(rest))))}\n`;

/** A period, in milliseconds since 1970. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** The beginnings of those windows of an outcome that overlap the period. One outcome may be about several windows. */
export const windowsIn = ({ outcome, edition, beginsAt }: HeldSlot, { from, to }: Period): number[] =>
  Array.from({ length: outcome.count }, (_, i) => beginsAt + i * edition.everyMs).filter(
    (begin) => begin < to && begin + edition.everyMs > from,
  );

const elsewhere: readonly SlotResult[] = ['outside', 'refuted'];

/** Counts the findings. Undefined if no outcome has a finding. */
const findingsIn = (held: readonly HeldSlot[]): Summary['findings'] => {
  if (held.every((it) => it.outcome.finding === undefined)) return undefined;
  const extras = held.flatMap((it) => it.extra ?? []);
  const said = [...held.map((it) => it.outcome.finding ?? null), ...extras.map((it) => it.finding)];
  const count = (finding: Finding) => said.filter((it) => it === finding).length;
  return {
    compared: said.filter((it) => it !== null).length,
    ...{ changed: count('changed'), probably_moved: count('probably_moved'), moved: count('moved') },
    extra: extras.length,
    extra_held: extras.filter((it) => isJudged(it.result)).length,
    extra_outside: extras.filter((it) => elsewhere.includes(it.result)).length,
  };
};

const decided: readonly SlotResult[] = ['inside', 'outside', 'verified', 'refuted'];
const iso = (ms: number) => new Date(ms).toISOString();
const bound = (values: readonly (number | null)[], pick: (...all: number[]) => number): number | null => {
  const known = values.filter((it) => it !== null);
  return known.length === 0 ? null : pick(...known);
};
const most = (...all: number[]) => all.reduce((a, b) => Math.max(a, b));
const least = (...all: number[]) => all.reduce((a, b) => Math.min(a, b));

export interface SummaryInput {
  readonly held: readonly HeldSlot[];
  readonly period: Period;
  readonly about: Pick<Summary, 'watch' | 'prover' | 'payer' | 'proof_type' | 'added' | 'began' | 'changes' | 'others'>;
  /** Whether witnesses saw a slot begin before its time. */
  readonly isWitnessed: (slot: HeldSlot) => boolean;
}

/** Counts what became of the windows of a period. Undefined if the period has no window. */
export const summarize = ({ held, period, about, isWitnessed }: SummaryInput): Summary | undefined => {
  const counts = Object.fromEntries(
    [...decided, 'undecided', 'inconclusive', 'refused', 'absent', 'unanswered', 'unpaid', 'missed', 'paused'].map(
      (name) => [name, 0],
    ),
  ) as Record<SlotResult, number>;
  const inPeriod = held.map((it) => ({ it, begins: windowsIn(it, period) })).filter(({ begins }) => begins.length > 0);
  const first = inPeriod[0];
  const last = inPeriod.at(-1);
  if (!first || !last) return undefined;
  for (const { it, begins } of inPeriod) counts[it.outcome.result] += begins.length;
  const judged = inPeriod.filter(({ it }) => isJudged(it.outcome.result)).map(({ it }) => it);
  const from = first.begins[0] as number;
  const to = (last.begins.at(-1) as number) + last.it.edition.everyMs;
  const times = judged
    .filter((it) => decided.includes(it.outcome.result))
    .map((it) => Date.parse(it.outcome.due as string));
  const points = [from, ...times, to];
  const gap = most(...points.slice(1).map((it, i) => it - (points[i] as number)));
  const findings = findingsIn(inPeriod.map(({ it }) => it));
  const { watch, prover, payer, proof_type, added, began, changes, others } = about;
  const { inside, undecided, outside, verified, refuted, inconclusive } = counts;
  const { refused, absent, unanswered, unpaid, missed, paused } = counts;
  return {
    ...{ watch, prover, payer, proof_type, added, from: iso(from), to: iso(to), began },
    due: inPeriod.reduce((sum, { begins }) => sum + begins.length, 0),
    held: judged.length,
    ...{ inside, undecided, outside, verified, refuted, inconclusive },
    ...{ refused, absent, unanswered, unpaid, missed, paused },
    longest_gap_seconds: Math.ceil(gap / 1000),
    unwitnessed: inPeriod.filter(({ it }) => it.outcome.challenge !== null && !isWitnessed(it)).length,
    liars: bound(
      judged.map((it) => it.outcome.liars),
      least,
    ),
    radius_km: bound(
      judged.map((it) => it.outcome.radius_km),
      most,
    ),
    radius_km_any_medium: bound(
      judged.map((it) => it.outcome.radius_km_any_medium),
      most,
    ),
    changes,
    others,
    ...(findings ? { findings } : {}),
  };
};
