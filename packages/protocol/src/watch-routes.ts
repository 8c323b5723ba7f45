import { Type } from '@trigpoint/schema';
import { operations } from './route.ts';
import { asked, askMaxBytes, linePattern, moment, momentOrNull, resultOf, stricter, timeText } from './wire-texts.ts';

/** What a payer does to a watch of its own. */
const watchActions = ['pause', 'resume', 'edit', 'end'] as const;
export type WatchAction = (typeof watchActions)[number];

const watch = Type.String({ pattern: '^[0-9a-f]{20}$', description: 'The id that watch-add gave' });
const time = timeText();
const everySeconds = Type.Integer({
  minimum: 1,
  maximum: 31_622_400,
  description: 'The length of a window. In each the prover is asked once, at a time that nobody knows before',
});
const encoded = Type.String({
  pattern: `^0x([0-9a-f]{2}){1,${askMaxBytes}}$`,
  description: 'What to ask, encoded as it would stand on chain',
});

/** What anybody may see of a watch that its payer made public. */
const seen = {
  watch: Type.String(),
  name: Type.String(),
  state: Type.Enum(['running', 'paused', 'over'], { description: 'As it will be from the next window on' }),
  prover: Type.String({ description: 'Address family and the address that it is asked under' }),
  parameters: Type.Record(Type.String(), Type.String()),
  number_of_challengers: Type.Integer(),
  every_seconds: Type.Integer(),
  from: moment(),
  until: moment(),
  next_window: momentOrNull(),
};

const own = {
  ...seen,
  ask: Type.String(),
  slots: Type.Integer({ description: 'Windows from the last change on' }),
  price_per_slot: Type.String({ description: 'POINTS that are set aside when the prover is asked' }),
  last_result: Type.String({
    description:
      'Of the newest slot that has one, or of its extra slot where that was outside or refuted; empty before the first',
  }),
  last_asked_at: Type.Union([Type.String(), Type.Null()], {
    description: 'When the prover was asked in that slot; null if it was not',
  }),
  public: Type.Boolean({ description: 'Whether anybody may see it' }),
};
const watchInfo = Type.Object(own);

const changeList = Type.Array(
  Type.Object({
    change: Type.String(),
    parameters: Type.Record(Type.String(), Type.String(), {
      description: 'What is asked from from_slot on, until the next change',
    }),
    ...{ at: moment(), from_slot: Type.Integer(), from: moment() },
  }),
  { description: 'The newest 100, in their order' },
);
const changes = {
  changes: changeList,
  change_count: Type.Integer({ description: 'All changes that there were, the addition included' }),
};
const slot = {
  number: Type.Integer(),
  count: Type.Integer({ description: 'More than one where nobody was asked in several windows' }),
  begins: moment(),
  result: Type.String({ description: 'Empty until it is known' }),
  asked_at: momentOrNull(),
  challenge_id: Type.String(),
  radius_km: Type.Union([Type.Integer(), Type.Null()], {
    description: 'How far from its claim the answers allow it to be, in fibre; null where they do not bound it',
  }),
  finding: Type.String({
    description:
      'Against the slot that showed its place: same, changed, probably_moved or moved; empty where it was not compared',
  }),
  extra: Type.Union(
    [Type.Object({ result: Type.String(), challenge_id: Type.String(), finding: Type.String() }), Type.Null()],
    { description: 'The extra slot that a change asked for; its result is empty until it is known' },
  ),
};
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 20_000, description: 'Slots; 50 unless given' }));

const recent = (most: number) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: most, description: 'Newest slots of each watch to tell; none unless given' }),
  );
const recentSlots = Type.Array(Type.Object({ count: Type.Integer(), begins: Type.String(), result: Type.String() }), {
  description: 'The newest slots that have a result, newest first; outside or refuted where their extra slots were',
});

/** Where the next page begins. `most` is the longest that the service gives. */
const cursor = (most: number) =>
  Type.Optional(
    Type.String({
      maxLength: 256,
      description: 'next_cursor of the page before',
      ...stricter({ pattern: `^([A-Za-z0-9_-]{4,${most}})?$` }),
    }),
  );

const anyTerm = ['every_seconds', 'until', 'ask'].map((it) => ({ required: [it] }));

/** Provers that are asked again and again, and certificates of what came of it. */
export const watchRoutes = operations({
  'watch-add': {
    summary: 'Have a prover asked once in every window, at times that nobody knows before',
    auth: 'session',
    scope: 'ask',
    limit: 'ask',
    once: true,
    body: Type.Object(
      {
        ...asked(
          'Whom to ask: its id, or its key or address alone',
          'What to ask, such as zone. What is left out is taken from what the prover claims',
          49_152,
        ),
        number_of_challengers: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
        tolerance: Type.Optional(Type.Integer({ minimum: 0, maximum: 99 })),
        ask: Type.Optional(encoded),
        name: Type.Optional(
          Type.String({
            maxLength: 64,
            description: 'What you call it. It stands on certificates',
            ...stricter({ pattern: linePattern }),
          }),
        ),
        every_seconds: everySeconds,
        from: Type.Optional(time),
        until: time,
        dry_run: Type.Optional(Type.Boolean({ description: 'Tells what it would cost, and adds nothing' })),
      },
      stricter({ anyOf: [{ required: ['prover'] }, { required: ['ask'] }] }),
    ),
    reply: resultOf({
      watch: Type.Union([watchInfo, Type.Null()], { description: 'Null for a dry run' }),
      slots: Type.Integer(),
      price_per_slot: Type.String({ description: 'POINTS' }),
      price: Type.String({ description: 'POINTS for all slots; what is not used of a slot comes back' }),
      extra_price: Type.String({
        description:
          'POINTS that extra slots can cost besides: one follows a slot that finds a change, 4 a day at most',
      }),
      balance: Type.String({ description: 'POINTS that you have' }),
    }),
    errors: ['not_allowed', 'too_many_watches', 'ask_unusable', 'idempotency_key_reused'],
  },
  'watch-list': {
    summary: 'My watches, newest first',
    auth: 'session',
    scope: 'read',
    body: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
      open: Type.Optional(Type.Boolean({ description: 'Only those whose last window is not over' })),
      recent: recent(100),
      cursor: cursor(256),
    }),
    reply: resultOf({
      watches: Type.Array(Type.Object({ ...own, recent: recentSlots })),
      next_cursor: Type.Union([Type.String(), Type.Null()], {
        description: 'For the next page, which begins after limit watches or after 240,000 characters; null at the end',
      }),
    }),
  },
  'watch-show': {
    summary: 'A watch of mine, its changes and its newest slots',
    auth: 'session',
    scope: 'read',
    body: Type.Object({ watch, limit }),
    reply: resultOf({
      watch: watchInfo,
      ...changes,
      slots: Type.Array(Type.Object({ ...slot, reason: Type.String(), extra_reason: Type.String() })),
    }),
    errors: ['watch_not_found'],
  },
  'watch-change': {
    summary: 'Pause, resume, edit or end a watch, from the next window on',
    auth: 'session',
    scope: 'ask',
    body: Type.Object(
      {
        watch,
        action: Type.Enum(watchActions),
        every_seconds: Type.Optional(everySeconds),
        until: Type.Optional(time),
        ask: Type.Optional(encoded),
      },
      // The action `edit` names at least one term. Other actions name none.
      stricter({
        anyOf: [
          { properties: { action: { const: 'edit' } }, anyOf: anyTerm },
          { properties: { action: { enum: ['pause', 'resume', 'end'] } }, not: { anyOf: anyTerm } },
        ],
      }),
    ),
    reply: resultOf({ watch: watchInfo }),
    errors: ['watch_not_found', 'watch_unchanged', 'ask_unusable'],
  },
  'watch-publish': {
    summary: 'Let anybody see a watch of mine, with its page and badge, or nobody else',
    auth: 'session',
    scope: 'ask',
    body: Type.Object({ watch, public: Type.Boolean() }),
    reply: resultOf({ watch: watchInfo }),
    errors: ['watch_not_found'],
  },
  'public-watches': {
    summary: 'Watches that their payers made public, newest first',
    auth: 'open',
    body: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '50 unless given' })),
      cursor: cursor(110),
      recent: recent(30),
    }),
    reply: resultOf({
      watches: Type.Array(Type.Object({ ...seen, recent: recentSlots })),
      next_cursor: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  'public-watch': {
    summary: 'A watch that its payer made public, its changes and its newest slots',
    auth: 'open',
    body: Type.Object({ watch, limit }),
    reply: resultOf({ watch: Type.Object(seen), ...changes, slots: Type.Array(Type.Object(slot)) }),
    errors: ['watch_not_found'],
  },
  'watch-certificate': {
    summary: 'What became of every slot of a period, signed, with the proof that the log has all of it',
    auth: 'session',
    scope: 'read',
    body: Type.Object({ watch, from: Type.Optional(time), to: Type.Optional(time) }),
    reply: resultOf({ certificate: Type.Object({}, { description: 'docs/watches.md says what is in it' }) }),
    errors: ['watch_not_found', 'certificate_unready'],
  },
});
