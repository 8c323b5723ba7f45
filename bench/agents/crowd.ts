import { randomBytes } from 'node:crypto';
import { fastSigner } from '@trigpoint/agent';
import { SimulatedAgent } from '@trigpoint/dev/crowd';

/** Agents that connect and then do nothing but ping, in a process of their own. */
const { url, index } = JSON.parse(process.argv[2] ?? '{}') as { url: string; index: number };
const atOnce = 32;
const agents: SimulatedAgent[] = [];

process.on('message', async ({ count }: { count: number }) => {
  let left = count;
  const lane = async () => {
    while (left-- > 0) {
      const agent = new SimulatedAgent({
        proofType: 'pol',
        role: 'challenger',
        signer: fastSigner('solana', randomBytes(32)),
        claims: { latitude: String(50 + index), longitude: '8' },
      });
      agents.push(agent);
      await agent.open(url);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  process.send?.({ agents: agents.length });
});
process.on('SIGTERM', () => process.exit(0));
process.send?.({ ready: true });
