import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fastSigner } from '@trigpoint/agent';
import { Client } from '@trigpoint/client';
import { Connection, recruitCrowd } from '@trigpoint/dev/crowd';
import { answerParent, settingsFromParent } from '@trigpoint/dev/processes';
import { cpuUs } from '../process/pinned.ts';

/** Agents and payers, in a process of their own. */
const { url, provers, challengers, payers, keyType, measureMs } = settingsFromParent<{
  url: string;
  provers: number;
  challengers: number;
  payers: number;
  keyType: 'ethereum' | 'solana';
  measureMs: number;
}>();
const path = '/proof/v1/pol/challenge-request-dcl';

const crowd = recruitCrowd({ provers, challengers, keyType, measureMs });
await crowd.open(url);
const cookies = await Promise.all(
  Array.from({ length: payers }, async () => {
    const client = new Client({ url, proofType: 'pol' });
    await client.login(fastSigner('ethereum', randomBytes(32)), { role: 'payer' });
    return `Cookie: __proof=${client.token}\r\n`;
  }),
);

export interface Offer {
  readonly first: number;
  readonly count: number;
  readonly perSecond: number;
}

/**
 * Sends requests at their times, whether or not earlier ones were answered. A request that finds every payer busy waits, and
 * its wait counts.
 */
const offer = async ({ first, count, perSecond }: Offer) => {
  const latenciesMs: number[] = [];
  const refused: string[] = [];
  const startedAt = performance.now() + 50;
  let next = 0;
  const pay = async (cookie: string) => {
    const connection = new Connection(new URL(url));
    while (next < count) {
      const index = next++;
      const dueAt = startedAt + (1000 * index) / perSecond;
      const waitMs = dueAt - performance.now();
      if (waitMs > 0) await pause(waitMs);
      const reply = await connection.post(path, JSON.stringify({ challenge_id: String(first + index) }), cookie);
      latenciesMs.push(performance.now() - dueAt);
      if (reply.status !== 200) refused.push(`${reply.status} ${reply.body}`);
    }
    connection.close();
  };
  await Promise.all(cookies.map(pay));
  return {
    latenciesMs: latenciesMs.sort((a, b) => a - b),
    refused,
    wallMs: performance.now() - startedAt,
    cpuUs: cpuUs(),
  };
};

answerParent({ provers: crowd.provers }, offer, () => crowd.close());
