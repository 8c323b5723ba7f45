import { optional } from './columns.ts';

/** A request with an Idempotency-Key. It does its work once, however often it is sent. */
export interface Once {
  /** The key that the caller chose. It is looked up together with the caller, so different callers may use the same key. */
  readonly key: string;
  /** The hash of the request. It shows whether the same key is used for another request. */
  readonly requestHash: string;
}

/** The columns for the request that made a row. Both are NULL if the request had no key. */
export const onceColumns = { idempotencyKey: optional<string>(), requestHash: optional<string>() };

export const onceFields = (once: Once | undefined) => ({ idempotencyKey: once?.key, requestHash: once?.requestHash });
