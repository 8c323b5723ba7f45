import { type ChallengeEvent, ServiceError } from '@trigpoint/protocol';
import { type Client, pause } from './client.ts';

export interface WatchOptions {
  /** The `seq` of the last event that was seen before. Events up to it are skipped. */
  readonly after?: number;
  readonly signal?: AbortSignal;
}

/** The service sends something at least every 15 s. A stream that is silent for longer than this is broken. */
const silenceMs = 40_000;
/** How long a service may be away, for example for a restart, before watching gives up. */
const patienceMs = 60_000;

/**
 * The events of a challenge as they happen, from its beginning to its end: how many are asked, how many have answered, the verdict. What
 * challengers saw is public after the end (`readEvidence`). A broken stream is continued where it broke.
 *
 * ```ts
 * for await (const event of watchChallenge(client, challengeId)) {
 *   if (event.kind === 'reading') show(event.answered);
 *   if (event.kind === 'ended') show(event.verified, event.reason);
 * }
 * ```
 */
export async function* watchChallenge(
  client: Client,
  challengeId: string,
  { after = 0, signal }: WatchOptions = {},
): AsyncGenerator<ChallengeEvent> {
  let seen = after;
  let brokenAt: number | undefined;
  for (;;) {
    try {
      for await (const event of streamOf(client, challengeId, seen, signal)) {
        brokenAt = undefined;
        seen = event.seq;
        yield event;
        if (event.kind === 'ended') return;
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof ServiceError && error.status < 500 && error.status !== 429) throw error;
      if (Date.now() - (brokenAt ?? Date.now()) > patienceMs) throw error;
    }
    brokenAt ??= Date.now();
    await pause(500 + 500 * Math.random(), signal);
  }
}

/** The events of one connection, until it ends or breaks. */
async function* streamOf(
  client: Client,
  challengeId: string,
  after: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<ChallengeEvent> {
  const stop = new AbortController();
  const onAbort = () => stop.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  let silence: ReturnType<typeof setTimeout> | undefined;
  try {
    const query = `challenge_id=${encodeURIComponent(challengeId)}`;
    const reply = await client.request(`/proof/v1/${client.proofType}/events?${query}`, {
      method: 'GET',
      headers: { accept: 'text/event-stream', ...(after > 0 ? { 'last-event-id': String(after) } : {}) },
      signal: stop.signal,
    });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) return;
    for (let text = ''; ; ) {
      clearTimeout(silence);
      silence = setTimeout(() => stop.abort(new Error('The stream went silent.')), silenceMs);
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + value.replaceAll('\r', '')).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = readBlock(block);
        if (event) yield event;
      }
    }
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', onAbort);
    // A caller that leaves the loop early must leave no connection behind.
    stop.abort();
  }
}

/** One server-sent event; undefined for comments and for what carries no data. */
function readBlock(block: string): ChallengeEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name, value] = line.match(/^(\w+): ?(.*)$/) ?? [];
    if (name !== undefined && value !== undefined) fields.set(name, value);
  }
  const [data, seq] = [fields.get('data'), Number(fields.get('id'))];
  if (data === undefined || !Number.isInteger(seq)) return undefined;
  return { ...JSON.parse(data), kind: fields.get('event'), seq } as ChallengeEvent;
}
