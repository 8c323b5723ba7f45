import { type Asked, expectation, isNew, type Outcome } from './expectation.ts';
import type { Person } from './people.ts';
import type { Change } from './rows.ts';
import { type WatchObject, watchTerms } from './watches.ts';
import type { World } from './world.ts';

const objects = ({ watches }: World) => watches;
const owners = ({ owner }: WatchObject) => [owner];
const body = ({ id }: WatchObject) => ({ watch: id });
const field = 'watch';
const payerOf = ({ keyType, publicKey }: Person) => `${keyType}:${publicKey}`;

/** To a stranger, or under another type, a watch does not exist. */
const ifOwn =
  (...answers: readonly Outcome[]) =>
  ({ who, object, proofType }: Asked<WatchObject>): readonly Outcome[] =>
    who === object.owner && proofType === object.proofType ? answers : ['watch_not_found'];

/** The row of a prover keeps the newest change of its watches, whoever watches it. */
const isNewest = ({ table, after }: Change, { prover }: WatchObject): boolean =>
  table === 'watched_prover' && after?.prover === `IPv4/${prover.publicKey}`;

export const watchExpectations = {
  // Anybody may watch anybody. The new watch is the caller's own.
  'watch-add': expectation<WatchObject>({
    objects,
    owners,
    share: 0.5,
    body: ({ prover, proofType }, random) => ({ ...watchTerms(prover, proofType), dry_run: random.int(2) === 0 }),
    headers: ({ idempotencyKey }, random): Record<string, string> =>
      random.int(2) === 0 ? {} : { 'idempotency-key': idempotencyKey },
    answer: ({ who, object, proofType, body, headers }) => {
      const hasKey = headers['idempotency-key'] !== undefined && body.dry_run === false;
      if (hasKey && who === object.owner) return ['idempotency_key_reused'];
      if (object.proofType === proofType) return ['ok'];
      return hasKey ? ['invalid_field', 'idempotency_key_reused'] : ['invalid_field'];
    },
    writes: (change, { who, object, body: { dry_run } }) => {
      if (dry_run) return false;
      if (change.table === 'watch') return isNew(change) && change.after?.payer === payerOf(who);
      return (change.table === 'watch_edition' && isNew(change)) || isNewest(change, object);
    },
  }),
  'watch-list': expectation<WatchObject>({
    objects,
    owners,
    body: (_, random) => random.pick([{}, { limit: 1_000 }]),
    answer: () => ['ok'],
  }),
  'watch-show': expectation<WatchObject>({
    objects,
    owners,
    body: ({ id }, random) => ({ watch: id, limit: random.pick([1, 20_000]) }),
    field,
    answer: ifOwn('ok'),
  }),
  'watch-change': expectation<WatchObject>({
    objects,
    owners,
    share: 0.5,
    body: ({ id }, random) => ({
      watch: id,
      ...random.pick([
        { action: 'pause' },
        { action: 'resume' },
        { action: 'end' },
        { action: 'edit', every_seconds: 43_200 },
      ]),
    }),
    field,
    answer: (asked) => ifOwn(asked.body.action === 'resume' ? 'watch_unchanged' : 'ok')(asked),
    writes: (change, { object }) => {
      const { table, before, after } = change;
      if (table === 'watch') return before?.id === object.id && after?.payer === before.payer;
      if (table === 'watch_edition') return isNew(change) && after?.watch_id === object.id;
      return isNewest(change, object);
    },
  }),
  'watch-publish': expectation<WatchObject>({
    objects,
    owners,
    body: ({ id }, random) => ({ watch: id, public: random.int(2) === 0 }),
    field,
    answer: ifOwn('ok'),
    writes: ({ table, before, after }, { object, body }) =>
      table === 'watch' &&
      before?.id === object.id &&
      JSON.stringify(after) === JSON.stringify({ ...before, is_public: Number(body.public) }),
  }),
  // Names of watches are secrets of the world. So a list with a watch that is not public tells a secret.
  'public-watches': expectation<WatchObject>({
    objects,
    owners,
    body: (_, random) => ({ ...random.pick([{}, { limit: 100 }]), ...random.pick([{}, { recent: 30 }]) }),
    answer: () => ['ok'],
  }),
  'public-watch': expectation<WatchObject>({
    objects,
    owners,
    body: ({ id }, random) => ({ watch: id, limit: random.pick([1, 20_000]) }),
    field,
    answer: ({ object: { isPublic, proofType }, ...asked }) =>
      isPublic && proofType === asked.proofType ? ['ok'] : ['watch_not_found'],
  }),
  // The log knows nothing of the slot that was written down, so its owner gets no certificate yet.
  'watch-certificate': expectation<WatchObject>({
    objects,
    owners,
    body,
    field,
    answer: ifOwn('certificate_unready'),
  }),
};
