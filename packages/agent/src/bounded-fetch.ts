import { withLimit } from './time-limits.ts';

export interface AnswerLimits {
  readonly bytes: number;
  /** The time for the whole answer. A service that sends a byte a minute counts as down. */
  readonly ms: number;
}

/** Evidence of a large draw has a few megabytes. */
const usual: AnswerLimits = { bytes: 64 * 1024 * 1024, ms: 120_000 };

/**
 * As `fetch`, for a service that is not trusted. An answer that is too long or too slow is an error, and so is one that leads
 * elsewhere: the agent would ask machines of its own network, or strangers.
 */
export const boundedFetch =
  ({ bytes, ms }: AnswerLimits = usual): typeof fetch =>
  async (input, init) => {
    const limit = withLimit(init?.signal ?? new AbortController().signal, ms);
    try {
      const reply = await fetch(input, { ...init, redirect: 'manual', signal: limit.signal });
      const elsewhere = reply.headers.get('location');
      if (reply.status >= 300 && reply.status < 400 && elsewhere)
        throw new Error(
          `The service answers that it is at ${elsewhere.slice(0, 200)}. If you trust that, name it there.`,
        );
      const body = await readAtMost(reply, bytes);
      const { status, statusText, headers } = reply;
      return new Response(body.length === 0 ? null : Buffer.concat(body), { status, statusText, headers });
    } finally {
      limit.release();
    }
  };

/** Reads a body. It counts while it reads, because the length of a compressed answer is not known before. */
async function readAtMost({ body }: Response, most: number): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > most) throw new Error(`The service answered with more than ${most} bytes.`);
    parts.push(part);
  }
  return parts;
}
