import { Worker } from 'node:worker_threads';

export type ThreadAnswer<Answer> = { readonly answer: Answer } | { readonly problem: string };

/** Sent to a thread instead of a question when no more questions will come. */
export const farewell = null;

/** A thread is given up to this many questions at once, so that it can go on while the service's event loop is busy. */
const mostInHand = 8;

interface ThreadPoolOptions<Question> {
  /** The compiled file that a thread runs. It calls `answerQuestions`. */
  readonly file: URL;
  readonly threads: number;
  /** A question that takes longer fails with this complaint, and its thread is replaced. */
  readonly patience?: { readonly ms: number; readonly complaint: string };
  /**
   * True if a thread must finish its question before it ends. Stopping a thread inside a native module aborts the whole
   * process.
   */
  readonly isNative?: boolean;
  /** Makes what is sent to the thread for a question, if that depends on what the same thread was sent before. */
  readonly prepare?: (question: Question, thread: object) => unknown;
}

interface Asked<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread<Question, Answer> {
  readonly worker: Worker;
  /** In the order in which the thread answers. */
  readonly inHand: Asked<Question, Answer>[];
  /** Fires when the first question in hand takes too long. */
  timer: NodeJS.Timeout | undefined;
}

/** Threads for work that would hold the event loop for too long. They start when they are needed. */
export class ThreadPool<Question, Answer> {
  readonly #options: ThreadPoolOptions<Question>;
  readonly #threads = new Set<Thread<Question, Answer>>();
  readonly #queue: Asked<Question, Answer>[] = [];
  #isClosed = false;

  constructor(options: ThreadPoolOptions<Question>) {
    this.#options = options;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closing());
      this.#queue.push({ question, resolve, reject });
      this.#deal();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#queue.splice(0)) reject(closing());
    for (const thread of [...this.#threads]) {
      for (const { reject } of thread.inHand.splice(0)) reject(closing());
      await (this.#options.isNative ? this.#dismiss(thread) : this.#end(thread));
    }
  }

  /** Gives each waiting question to the thread that has the fewest in hand. */
  #deal(): void {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      let [thread] = [...this.#threads].sort((a, b) => a.inHand.length - b.inHand.length);
      if (this.#threads.size < this.#options.threads && thread?.inHand.length !== 0) thread = this.#open();
      if (!thread || thread.inHand.length >= mostInHand) return;
      this.#queue.shift();
      thread.inHand.push(next);
      if (thread.inHand.length === 1) this.#watch(thread);
      thread.worker.postMessage(this.#options.prepare?.(next.question, thread) ?? next.question);
    }
  }

  #open(): Thread<Question, Answer> {
    const worker = new Worker(this.#options.file);
    const thread: Thread<Question, Answer> = { worker, inHand: [], timer: undefined };
    worker.on('message', (said: ThreadAnswer<Answer>) => {
      const first = thread.inHand.shift();
      this.#watch(thread);
      if ('answer' in said) first?.resolve(said.answer);
      else first?.reject(new Error(said.problem));
      this.#deal();
    });
    worker.on('error', (error) => this.#replace(thread, error));
    worker.unref();
    this.#threads.add(thread);
    return thread;
  }

  #watch(thread: Thread<Question, Answer>): void {
    clearTimeout(thread.timer);
    const { patience } = this.#options;
    if (!patience || thread.inHand.length === 0) return;
    thread.timer = setTimeout(() => this.#replace(thread, new Error(patience.complaint)), patience.ms);
  }

  /** Rejects the question that the thread was working on. Its other questions go to another thread. */
  #replace(thread: Thread<Question, Answer>, error: unknown): void {
    thread.inHand.shift()?.reject(error);
    this.#queue.unshift(...thread.inHand.splice(0));
    void this.#end(thread);
    this.#deal();
  }

  async #end(thread: Thread<Question, Answer>): Promise<void> {
    clearTimeout(thread.timer);
    this.#threads.delete(thread);
    await thread.worker.terminate();
  }

  async #dismiss(thread: Thread<Question, Answer>): Promise<void> {
    this.#threads.delete(thread);
    const { worker } = thread;
    worker.ref();
    await new Promise((resolve) => {
      worker.once('exit', resolve);
      worker.postMessage(farewell);
    });
  }
}

const closing = () => new Error('The service is closing');
