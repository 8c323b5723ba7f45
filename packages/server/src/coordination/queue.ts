import type { Logger } from 'pino';
import * as leases from '../challenge/leases.ts';
import type { Db } from '../db/driver.ts';
import { Pauses } from '../pauses.ts';

/** How long a lease lasts. If a node dies, another takes over so soon that a challenge still ends within 5 s of its deadline. */
const leaseMs = 3_000;
const renewEveryMs = 1_000;
/**
 * A step that takes longer than this is stuck. Its lease is not renewed any more, so that it is tried again. This is longer than
 * verdicts wait for each other when many challenges end at once: a step that is begun a second time makes the first one's work void.
 */
const maxHeldMs = 120_000;
/** The queue looks for due challenges at least this often, also if nobody wakes it. */
const pollMs = 500;
const maxInFlight = 256;

interface QueueOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly log: Logger;
  readonly nodeId: string;
  /** Takes one step of one challenge. Never throws. */
  readonly drive: (challenge: leases.ChallengeRow) => Promise<void>;
  /** Looks at one challenge before it is due. Never throws. */
  readonly look: (challenge: leases.ChallengeRow) => Promise<void>;
}

/** The table of challenges is the queue. Due challenges are taken under a lease, which is renewed while they are worked on. */
export class Queue {
  readonly #options: QueueOptions;
  readonly #inFlight = new Map<Promise<void>, { readonly id: string; readonly since: number }>();
  /** For each challenge that is looked at, the last look. */
  readonly #looks = new Map<string, Promise<void>>();
  #leases = 0;
  readonly #pauses = new Pauses();
  #running: Promise<void> | undefined;
  #renewing: NodeJS.Timeout | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
    this.#renewing = setInterval(() => void this.#renew(), renewEveryMs);
  }

  /** To be called when a challenge may be due. */
  wake(): void {
    this.#pauses.wake();
  }

  async stop(): Promise<void> {
    this.#pauses.stop();
    await this.#running;
    await Promise.all([...this.#inFlight.keys(), ...this.#looks.values()]);
    clearInterval(this.#renewing);
  }

  /** Looks at a challenge that is not due yet, because a new reading may decide it. Looks at one challenge follow one another. */
  look(id: string): void {
    if (this.#pauses.isStopped) return;
    const { log } = this.#options;
    const look = (this.#looks.get(id) ?? Promise.resolve())
      .then(() => this.#look(id))
      .catch((error: unknown) => log.warn({ err: error, challenge: id }, 'looking at a challenge early failed'))
      .finally(() => this.#looks.get(id) === look && this.#looks.delete(id));
    this.#looks.set(id, look);
  }

  /** Takes one step with every challenge that is due now. Returns how many there were. For tests with a clock of their own. */
  async tick(): Promise<number> {
    await Promise.all(this.#looks.values());
    const { leased } = await this.#lease(maxInFlight);
    await Promise.all(leased.map((it) => this.#options.drive(it)));
    return leased.length;
  }

  /** Gives up the lease of a challenge until `dueAt`. */
  async postpone(challenge: leases.ChallengeRow, dueAt: number): Promise<void> {
    await this.#options.db.write((tx) => leases.postpone(tx, challenge.id, challenge.leaseOwner, dueAt));
  }

  async #run(): Promise<void> {
    while (!this.#pauses.isStopped) {
      this.#pauses.begin();
      let waitMs = pollMs;
      try {
        // Early looks are in flight beside them, so there may be more than that.
        const limit = Math.max(0, maxInFlight - this.#inFlight.size);
        const { leased, next } = await this.#lease(limit);
        for (const it of leased) void this.#track(it, this.#options.drive(it));
        if (this.#inFlight.size >= maxInFlight) await Promise.race(this.#inFlight.keys());
        if (leased.length === limit) continue;
        if (next !== undefined) waitMs = Math.max(1, Math.min(pollMs, next - this.#options.now()));
      } catch (error) {
        this.#options.log.warn({ err: error }, 'taking due challenges failed');
      }
      await this.#pauses.pause(waitMs);
    }
  }

  async #look(id: string): Promise<void> {
    const { db, now } = this.#options;
    const [at, owner] = [now(), this.#nextOwner()];
    const challenge = await db.write((tx) => leases.leaseEarly(tx, id, owner, at, at + leaseMs));
    if (!challenge) return;
    await this.#track(challenge, this.#options.look(challenge));
    await db.write((tx) => leases.release(tx, id, owner));
    // The challenge may have become due meanwhile.
    this.wake();
  }

  /** Each lease has its own name. So work under a lost lease cannot end a challenge under a later lease of the same node. */
  #nextOwner(): string {
    return `${this.#options.nodeId}:${++this.#leases}`;
  }

  /** Leases what is due now, and reads when to look again. */
  #lease(limit: number): Promise<{ leased: leases.ChallengeRow[]; next: number | undefined }> {
    const { db, now } = this.#options;
    const [at, owner] = [now(), this.#nextOwner()];
    return db.write(async (tx) => {
      const [leased, next] = await Promise.all([
        leases.leaseDue(tx, db.skipLocked, owner, at, at + leaseMs, limit),
        leases.nextDue(tx),
      ]);
      return { leased, next };
    });
  }

  /** Renews the lease of a challenge while the work lasts. */
  #track({ id }: leases.ChallengeRow, work: Promise<void>): Promise<void> {
    this.#inFlight.set(work, { id, since: this.#options.now() });
    return work.finally(() => this.#inFlight.delete(work));
  }

  async #renew(): Promise<void> {
    const { db, now, nodeId, log } = this.#options;
    const at = now();
    const held = [...this.#inFlight.values()].filter((it) => at - it.since < maxHeldMs).map((it) => it.id);
    if (held.length === 0) return;
    await db
      .write((tx) => leases.renewLeases(tx, db.skipLocked, nodeId, held, at + leaseMs))
      .catch((error: unknown) => log.warn({ err: error }, 'renewing leases of challenges failed'));
  }
}
