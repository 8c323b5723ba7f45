import { optional } from './columns.ts';

/** A request whose caller names it, so that it does its work once, however often it is sent. */
export interface Once {
  /** Chosen by the caller, and known beside who it is: nobody else's key is found by it. */
  readonly key: string;
  /** Another request under the same key has another hash. */
  readonly requestHash: string;
}

/** How a row remembers the request that made it. Both are absent where the request had no key. */
export const onceColumns = { idempotencyKey: optional<string>(), requestHash: optional<string>() };

export const onceFields = (once: Once | undefined) => ({ idempotencyKey: once?.key, requestHash: once?.requestHash });
