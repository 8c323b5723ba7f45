import type { Scope } from '@trigpoint/protocol';
import type { ApiKeyObject } from './api-keys.ts';
import { type Asked, expectation, isNew, isOf, type Outcome } from './expectation.ts';
import type { Person } from './people.ts';
import { changedColumns } from './rows.ts';
import type { World } from './world.ts';

const objects = ({ apiKeys }: World) => apiKeys;
const owners = ({ owner }: ApiKeyObject) => [owner];
const body = ({ id }: ApiKeyObject) => ({ id });
const field = 'id';

/** A key gives no scope that it does not have. */
const gives = ({ key }: Asked<unknown>, scopes: readonly Scope[]): boolean =>
  key === undefined || scopes.every((it) => key.scopes.includes(it));

/** A rotated key lives for its whole time once more. So only a key with a longer time may rotate it. */
const mayRotate = (asked: Asked<ApiKeyObject>): boolean =>
  gives(asked, asked.object.scopes) && (asked.key === undefined || asked.key.days > asked.object.days);

export const keyExpectations = {
  'create-key': expectation<ApiKeyObject>({
    objects,
    owners,
    body: ({ scopes }, random) => ({ name: 'a proof', scopes: random.pick([scopes, ['read']]), expires_in_days: 1 }),
    answer: (asked) => (gives(asked, asked.body.scopes as Scope[]) ? ['ok'] : ['not_allowed']),
    writes: (change, { who }) => change.table === 'api_key' && isNew(change) && isOf(change.after, who),
  }),
  keys: expectation<ApiKeyObject>({ objects, owners, body, answer: () => ['ok'] }),
  'rotate-key': expectation<ApiKeyObject>({
    objects,
    owners,
    body,
    field,
    answer: (asked): readonly Outcome[] => {
      const { who, object } = asked;
      if (who !== object.owner || object.state !== 'good') return ['invalid_field'];
      return mayRotate(asked) ? ['ok'] : ['not_allowed'];
    },
    // A row is named by the hash of its secret. So one row goes, and one with the same id and the same scopes comes.
    writes: ({ table, before, after }, { who, object }) => {
      const row = after ?? before;
      return (
        table === 'api_key' &&
        isOf(row, who) &&
        row?.public_id === object.id &&
        row.scopes === JSON.stringify([...object.scopes].sort())
      );
    },
  }),
  'revoke-key': expectation<ApiKeyObject>({
    objects,
    owners,
    body,
    field,
    answer: ({ who, object }) => {
      if (who !== object.owner || object.state === 'revoked') return ['invalid_field'];
      // The service clears expired keys away when it likes.
      return object.state === 'expired' ? ['ok', 'invalid_field'] : ['ok'];
    },
    writes: ({ table, before, after }, { who, object }) =>
      table === 'api_key' && !after && isOf(before, who) && before?.public_id === object.id,
  }),
  // The account is a fresh one, and belongs to nobody who was there before.
  'guest-key': expectation<Person>({
    objects: ({ people }) => people,
    answer: () => ['ok'],
    writes: (change, { object, who }) =>
      change.table === 'api_key' &&
      isNew(change) &&
      !isOf(change.after, object) &&
      !isOf(change.after, who) &&
      change.after?.scopes === '["ask","read"]',
  }),
};

/** Whether a change only notes when a key was used, or clears an expired key away. */
export const isUseOfKey = (
  { table, before, after }: Parameters<NonNullable<ReturnType<typeof expectation>['writes']>>[0],
  key: ApiKeyObject | undefined,
): boolean => {
  if (table !== 'api_key' || !before) return false;
  if (!after) return Number(before.expires_at) < Date.now();
  return before.token_hash === key?.tokenHash && changedColumns(before, after).every((it) => it === 'used_at');
};
