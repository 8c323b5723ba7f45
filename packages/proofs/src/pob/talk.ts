import { type Lane, openSplitter } from './lane.ts';
import { REPEAT_MS } from './spec.ts';
import { flowAt, isWhole, PING, START, seal, typeOf, unseal } from './wire.ts';

/** Control messages over a lane, each sealed with a MAC. Messages that are not sealed with this round's key are ignored. */
export interface Talk {
  say(type: number, body?: Buffer): void;
  /** Sends the message at once, and repeats it until the returned function is called. */
  insist(type: number, body?: Buffer): () => void;
  /** Takes messages of the current flow. START and PING are taken from any flow. */
  on(type: number, take: Take): void;
  /** The number of the current flow in this round, from 0. */
  flow: number;
  /** performance.now() of the last sealed message. */
  readonly heardAt: number;
}

type Take = (body: Buffer, atMs: number, flow: number) => void;

export function openTalk(lane: Lane, tag: Buffer, key: Buffer, onData: (chunk: Buffer, at: number) => void): Talk {
  const takers = new Map<number, Take>();
  let heardAt = performance.now();
  const talk: Talk = {
    flow: 0,
    say: (type, body) => lane.send(seal(tag, key, type, talk.flow, body)),
    insist(type, body) {
      talk.say(type, body);
      const timer = setInterval(() => talk.say(type, body), REPEAT_MS);
      return () => clearInterval(timer);
    },
    on: (type, take) => void takers.set(type, take),
    get heardAt() {
      return heardAt;
    },
  };
  openSplitter(
    lane,
    tag,
    (chunk, at) => {
      if (flowAt(chunk, at) === talk.flow) onData(chunk, at);
    },
    (message) => {
      const body = unseal(key, message);
      const type = typeOf(message);
      if (!body || !isWhole(type, body)) return;
      heardAt = performance.now();
      const flow = flowAt(message, 0);
      if (flow === talk.flow || type === START || type === PING) takers.get(type)?.(body, heardAt, flow);
    },
  );
  return talk;
}

/**
 * Resolves with what `start` gives to `done`, or with undefined after `ms`. At the end it calls the function that `start` returned.
 */
export function within<T>(
  ms: number,
  start: (done: (value: T) => void) => (() => void) | undefined,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined;
    let over = false;
    const finish = (value: T | undefined) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      stop?.();
      resolve(value);
    };
    const timer = setTimeout(() => finish(undefined), ms);
    stop = start(finish);
    if (over) stop?.();
  });
}
