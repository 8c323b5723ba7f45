/** How many operations are done per second during certain times, over all of these times together. */
export class Pace {
  readonly #doneAt: readonly number[];
  #done = 0;
  #ms = 0;

  constructor(doneAt: readonly number[]) {
    this.#doneAt = doneAt;
  }

  async during(work: () => Promise<unknown>): Promise<void> {
    const [from, before] = [performance.now(), this.#doneAt.length];
    await work();
    this.#done += this.#doneAt.length - before;
    this.#ms += performance.now() - from;
  }

  get perSecond(): number {
    return this.#done / (this.#ms / 1000);
  }
}
