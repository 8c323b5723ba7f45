import { type RouteName, randomHex } from '@trigpoint/protocol';

/** Operations that take an Idempotency-Key: those with `once` in the table of routes. */
export const madeOnce: ReadonlySet<RouteName> = new Set<RouteName>([
  'challenge-request',
  'watch-add',
  'create-campaign',
  'submit-photo',
]);

/** A key for one request. If the request is repeated after a lost connection, the service still carries it out once. */
export const onceHeader = (): Readonly<Record<string, string>> => ({ 'idempotency-key': randomHex(16) });
