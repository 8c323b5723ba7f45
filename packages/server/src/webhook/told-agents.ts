import { iso } from '../times.ts';
import type { Foundation } from '../wiring/foundation.ts';
import * as store from './store.ts';
import type { Webhooks } from './webhooks.ts';

/** What webhooks are told about an agent. */
export interface AgentPresence {
  readonly proofType: string;
  readonly role: string;
  readonly id: string;
  readonly lastAlive: number;
  readonly isAlive: boolean;
}

interface ToldAgentsOptions extends Pick<Foundation, 'db' | 'now'> {
  readonly webhooks: Pick<Webhooks, 'tell'>;
  /** The agents of a key: those that log in with it, and those that it owns. */
  readonly agentsOf: (key: string) => Promise<readonly AgentPresence[]>;
}

/** How many webhooks are in memory at a time. */
const atATime = 250;

/** An agent counts as gone after this long. One that restarts or changes its node is back sooner. */
const goneAfterMs = 60_000;

/** Tells webhooks when agents of their owners have gone or are back. */
export class ToldAgents {
  readonly #options: ToldAgentsOptions;

  constructor(options: ToldAgentsOptions) {
    this.#options = options;
  }

  async look(): Promise<void> {
    const { db } = this.#options;
    for (let after = ''; ; ) {
      const page = await store.listTelling(db, after, atATime);
      for (const webhook of page) await this.#lookFor(webhook);
      if (page.length < atATime) return;
      after = (page.at(-1) as store.Webhook).id;
    }
  }

  async #lookFor(webhook: store.Webhook): Promise<void> {
    const { db, now, agentsOf } = this.#options;
    const known = await store.toldOnline(db, webhook.id);
    for (const agent of await agentsOf(webhook.owner)) {
      const name = `${agent.proofType} ${agent.role} ${agent.id}`;
      const isOnline = agent.isAlive || (known.get(name) === true && now() - agent.lastAlive < goneAfterMs);
      if (isOnline !== known.get(name)) await this.#change(webhook, agent, name, isOnline, known.get(name));
    }
  }

  async #change(
    webhook: store.Webhook,
    { proofType, role, id, lastAlive }: AgentPresence,
    name: string,
    isOnline: boolean,
    before: boolean | undefined,
  ): Promise<void> {
    const { db, now, webhooks } = this.#options;
    await db.write(async (tx) => {
      const isFirst = await store.noteOnline(tx, webhook.id, name, isOnline, before);
      // The first look at an agent is no news.
      if (!isFirst || before === undefined) return;
      await webhooks.tell(tx, {
        kind: isOnline ? 'agent.back' : 'agent.offline',
        keys: [webhook.owner],
        at: now(),
        data: { proof_type: proofType, role, agent: id, last_alive: iso(lastAlive) },
      });
    });
  }
}
