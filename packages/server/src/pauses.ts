/** What becomes due within this time of a wake is leased together, because a lease costs as much as the rest. */
const gatherMs = 20;

/** The pauses between the looks of a queue. */
export class Pauses {
  #isWoken = false;
  #isStopped = false;
  #resume: (() => void) | undefined;

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Ends the pause, or the next one if the queue looks just now. */
  wake(): void {
    this.#isWoken = true;
    this.#resume?.();
  }

  stop(): void {
    this.#isStopped = true;
    this.wake();
  }

  /** To be called before each look, which sees everything that the queue was woken for before. */
  begin(): void {
    this.#isWoken = false;
  }

  /** Waits until the queue is woken and a moment longer, or else for `ms`. */
  async pause(ms: number): Promise<void> {
    if (!this.#isWoken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#resume = undefined;
    if (this.#isWoken && !this.#isStopped) await new Promise((resolve) => setTimeout(resolve, gatherMs));
  }
}
