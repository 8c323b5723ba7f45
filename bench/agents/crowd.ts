import { randomBytes } from 'node:crypto';
import { fastSigner } from '@trigpoint/agent';
import { SimulatedAgent } from '@trigpoint/dev/crowd';
import { answerParent, settingsFromParent } from '@trigpoint/dev/processes';

/** Agents that connect and then do nothing but ping, in a process of their own. */
const { url, index } = settingsFromParent<{ url: string; index: number }>();
const atOnce = 32;
const agents: SimulatedAgent[] = [];

answerParent({}, async ({ count }: { count: number }) => {
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
  return { agents: agents.length };
});
