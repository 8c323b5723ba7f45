import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { serviceError } from '@trigpoint/protocol';
import { unavailable } from '../unavailable.ts';
import { CallerTurns } from './caller-turns.ts';
import type { Piece, Streamed } from './handler.ts';
import { type ReadingPlace, ReadingPlaces } from './reading-places.ts';

/** How many long answers of one caller run at a time. A browser asks for six things at once. */
const places = 6;
const mostWaiting = 64;
const comeBackSeconds = 2;
/** After each piece of a long answer comes a pause for other work. It is this many times as long as the piece took. */
const rest = 2;
const longestRestMs = 20;

interface LongReader {
  readonly caller: string;
  /** The /24 or /48 of the caller's address. */
  readonly network: string;
  readonly reply: Pick<ServerResponse, 'destroyed' | 'destroy' | 'once'>;
}

const refusal = () => serviceError('rate_limited', { seconds: comeBackSeconds }, comeBackSeconds);

/**
 * Sets the pace of all long answers of a node. One piece is made at a time, and a pause follows. So long answers get about a
 * third of the node's time, however many there are. Many of them take longer; short answers do not.
 */
export class LongAnswers {
  readonly #turns = new CallerTurns({ places, mostWaiting, refusal });
  readonly #costlyTurns = new CallerTurns({ places: 1, mostWaiting, refusal });
  readonly #places: ReadingPlaces;
  #last: Promise<unknown> = Promise.resolve();

  constructor(now: () => number) {
    this.#places = new ReadingPlaces(now);
  }

  /** Waits for the caller's turn, then gives the pieces at the node's pace. The turn lasts until the reply is closed. */
  async begin(
    { caller, network, reply }: LongReader,
    { pieces, isCostly }: Streamed,
  ): Promise<AsyncGenerator<string, void>> {
    const endTurn = await (isCostly ? this.#costlyTurns : this.#turns).begin(caller);
    // A reader that went away while it waited takes no place.
    if (reply.destroyed) {
      endTurn();
      return nothing();
    }
    const place = this.#places.enter(network, () => reply.destroy());
    if (typeof place === 'string') {
      endTurn();
      if (place === 'network') throw refusal();
      throw unavailable('Too many long answers are on their way.', comeBackSeconds);
    }
    const work = { done: Promise.resolve<unknown>(undefined) };
    reply.once('close', () => {
      place.leave();
      // The piece that is being made is finished before the caller's next answer begins.
      void work.done.then(endTurn, endTurn);
    });
    return this.#paced(pieces, place, work);
  }

  async *#paced(
    pieces: AsyncIterable<Piece>,
    place: ReadingPlace,
    work: { done: Promise<unknown> },
  ): AsyncGenerator<string, void> {
    const iterator = pieces[Symbol.asyncIterator]();
    const doing = <T>(begun: Promise<T>): Promise<T> => {
      work.done = begun;
      return begun;
    };
    try {
      for (;;) {
        const next = await doing(this.#inTurn(async () => (place.isLeft ? undefined : iterator.next())));
        if (!next || next.done) return;
        if (typeof next.value !== 'string') await doing(next.value());
        else if (next.value !== '') {
          place.wait(next.value.length);
          yield next.value;
          place.resume();
        }
      }
    } finally {
      // The end of the answer waits for the reader too.
      place.wait(0);
      await iterator.return?.();
    }
  }

  #inTurn<T>(make: () => Promise<T>): Promise<T> {
    const made = this.#last.then(async () => {
      const startedAt = performance.now();
      const piece = await make();
      return { piece, tookMs: performance.now() - startedAt };
    });
    this.#last = made.then(
      async ({ tookMs }) => {
        await pause(Math.min(rest * tookMs, longestRestMs));
        // On a busy machine two timers may end in one turn of the event loop, with nothing read between them.
        await nextTurn();
      },
      () => {},
    );
    return made.then(({ piece }) => piece);
  }
}

async function* nothing(): AsyncGenerator<string, void> {}
