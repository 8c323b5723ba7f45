import { ServiceError } from '@trigpoint/protocol';

/** Uploads of one key that run at a time, and that may wait for it. A browser that sends a whole album has as many. */
const places = 4;
const mostWaiting = 32;
const comeBackSeconds = 5;

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/** Limits how many uploads of one key run at a time. What waits is not read, so it takes no disk. */
export class UploadTurns {
  readonly #queues = new Map<string, Queue>();

  /** Waits for this key's turn. The returned function ends it. */
  async begin(key: string): Promise<() => void> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] };
    this.#queues.set(key, queue);
    if (queue.running < places) queue.running++;
    else if (queue.waiting.length >= mostWaiting)
      throw new ServiceError('too_many_uploads', { most: places, seconds: comeBackSeconds }, comeBackSeconds);
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    return () => {
      const next = queue.waiting.shift();
      if (next) next();
      else if (--queue.running === 0) this.#queues.delete(key);
    };
  }
}
