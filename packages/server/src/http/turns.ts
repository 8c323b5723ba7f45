import type { ServerResponse } from 'node:http';

/** Of one caller, however many connections it has; and as many may wait before its line counts as long. */
const places = 8;

interface Turn {
  readonly reply: ServerResponse;
  readonly begin: () => void;
}

interface Line {
  atWork: number;
  /** One of it has begun a moment ago. */
  rests: boolean;
  readonly waiting: Turn[];
}

/**
 * Whoever asks for much at once waits in a line of its own: one request begins per turn of the event loop, and a long line
 * moves slower than that, so that everybody else and whoever connects comes in between (docs/decisions.md, 73).
 */
export class Turns {
  readonly #lines = new Map<string, Line>();

  /**
   * Begins in this caller's turn, which lasts until the reply is closed; never if it is closed before. `restMs` says how
   * long a long line stands still now.
   */
  take(caller: string, restMs: () => number, reply: ServerResponse, begin: () => void): void {
    const line = this.#lines.get(caller) ?? { atWork: 0, rests: false, waiting: [] };
    this.#lines.set(caller, line);
    line.waiting.push({ reply, begin });
    this.#move(caller, line, restMs);
  }

  #move(caller: string, line: Line, restMs: () => number): void {
    if (line.rests || line.atWork >= places) return;
    let turn = line.waiting.shift();
    while (turn?.reply.destroyed) turn = line.waiting.shift();
    if (!turn) {
      if (line.atWork === 0) this.#lines.delete(caller);
      return;
    }
    line.atWork++;
    turn.reply.once('close', () => {
      line.atWork--;
      this.#move(caller, line, restMs);
    });
    line.rests = true;
    const goOn = () => {
      line.rests = false;
      this.#move(caller, line, restMs);
    };
    if (line.waiting.length > places) setTimeout(goOn, restMs());
    else setImmediate(goOn);
    turn.begin();
  }
}
