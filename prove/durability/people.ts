import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fastSigner } from '@trigpoint/agent';
import { Client } from '@trigpoint/client';
import { ServiceError } from '@trigpoint/protocol';
import { openCampaign } from '../photos/people.ts';

/** What the service has acknowledged. */
export interface Acknowledged {
  readonly tokens: Set<string>;
  readonly challenges: Set<string>;
  readonly campaigns: Set<string>;
}

/** People who log in, ask for challenges and create campaigns without a pause, whether or not anybody answers. */
export class People {
  readonly acknowledged: Acknowledged = { tokens: new Set(), challenges: new Set(), campaigns: new Set() };
  readonly violations: string[] = [];
  readonly #url: string;
  readonly #requests: number;
  #next = 1;
  #isOver = false;
  #lanes: Promise<void>[] = [];

  constructor(url: string, requests: number) {
    this.#url = url;
    this.#requests = requests;
  }

  get count(): number {
    const { tokens, challenges, campaigns } = this.acknowledged;
    return tokens.size + challenges.size + campaigns.size;
  }

  start(lanes: number): void {
    this.#lanes = Array.from({ length: lanes }, () => this.#live());
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
  }

  async #live(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.#once();
      } catch (error) {
        // Nobody answered, or the connection broke. Nothing was acknowledged, so nothing is owed. A refusal would be wrong.
        if (error instanceof ServiceError && error.status !== 503) this.violations.push(`refused: ${error.message}`);
        await pause(20);
      }
    }
  }

  async #once(): Promise<void> {
    const { tokens, challenges, campaigns } = this.acknowledged;
    const client = new Client({ url: this.#url, proofType: 'pol', retries: 0 });
    const signer = fastSigner('solana', randomBytes(32));
    await client.login(signer, { role: 'payer' });
    tokens.add(client.token as string);
    for (let i = 0; i < 3 && this.#next <= this.#requests; i++) {
      const challenge_id = String(this.#next++);
      await client.call('challenge-request-dcl', { challenge_id });
      challenges.add(challenge_id);
    }
    campaigns.add(await openCampaign({ client, publicKey: signer.publicKey }, {}));
  }
}
