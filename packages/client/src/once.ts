import type { RouteName } from '@trigpoint/protocol';

/** Operations that make something once for each Idempotency-Key: those of the table of routes that say so. */
export const madeOnce: ReadonlySet<RouteName> = new Set<RouteName>([
  'challenge-request',
  'watch-add',
  'create-campaign',
  'submit-photo',
]);

/** Not crypto.randomUUID: browsers have it on https alone. */
const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (it) => it.toString(16).padStart(2, '0')).join('');

/** A request is repeated after a lost connection. With the same key the service does it once. */
export const onceHeader = (): Readonly<Record<string, string>> => ({ 'idempotency-key': freshKey() });
