import type { RouteName } from '@trigpoint/protocol';

/** Operations that take an Idempotency-Key: those with `once` in the table of routes. */
export const madeOnce: ReadonlySet<RouteName> = new Set<RouteName>([
  'challenge-request',
  'watch-add',
  'create-campaign',
  'submit-photo',
]);

/** It does not use crypto.randomUUID, which browsers have on https only. */
const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (it) => it.toString(16).padStart(2, '0')).join('');

/** A key for one request. If the request is repeated after a lost connection, the service still carries it out once. */
export const onceHeader = (): Readonly<Record<string, string>> => ({ 'idempotency-key': freshKey() });
