import { serviceError } from '@trigpoint/protocol';
import { CallerTurns } from './caller-turns.ts';
import type { Streamed } from './handler.ts';

/** Long answers of one caller at a time. A browser asks for six things at once. */
const places = 6;
const mostWaiting = 64;
/** Long answers of all callers at a time. */
const mostInAll = 256;
const comeBackSeconds = 2;
/** After a piece nothing is done for long answers for this many times as long as it took: others have the node meanwhile. */
const rest = 2;
const longestRestMs = 20;

/**
 * The pace of all long answers of a node. One piece is made at a time, and the node then rests from it, so that long answers
 * get a third of its time at most, however many are asked for. They take longer when they are many; short ones do not.
 */
export class LongAnswers {
  readonly #turns = new CallerTurns({
    ...{ places, mostWaiting },
    refusal: () => serviceError('rate_limited', { seconds: comeBackSeconds }, comeBackSeconds),
  });
  #running = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** The same pieces at the node's pace, after the caller's turn has come. It lasts until `end` is called. */
  async begin(caller: string, { pieces }: Streamed): Promise<{ pieces: AsyncIterable<string>; end: () => void }> {
    const endTurn = await this.#turns.begin(caller);
    if (this.#running >= mostInAll) {
      endTurn();
      const detail = 'Too many long answers are on their way.';
      throw serviceError('unavailable', { detail, seconds: comeBackSeconds }, comeBackSeconds);
    }
    this.#running++;
    let isRunning = true;
    const end = () => {
      if (isRunning) this.#running--;
      isRunning = false;
      endTurn();
    };
    return { pieces: this.#paced(pieces), end };
  }

  async *#paced(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    const iterator = pieces[Symbol.asyncIterator]();
    for (;;) {
      const next = await this.#inTurn(() => iterator.next());
      if (next.done) return;
      yield next.value;
    }
  }

  #inTurn<T>(make: () => Promise<T>): Promise<T> {
    const made = this.#last.then(async () => {
      const startedAt = performance.now();
      const piece = await make();
      return { piece, tookMs: performance.now() - startedAt };
    });
    this.#last = made.then(
      ({ tookMs }) => new Promise((resolve) => setTimeout(resolve, Math.min(rest * tookMs, longestRestMs))),
      () => {},
    );
    return made.then(({ piece }) => piece);
  }
}
