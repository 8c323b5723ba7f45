import { randomBytes } from 'node:crypto';
import { ethereumSigner, solanaSigner } from '@trigpoint/client';
import { onTestFinished } from 'vitest';
import type { AgentHandle, AgentOptions } from './agent.ts';
import { type ChallengerOptions, runChallenger } from './challenger.ts';
import { runProver } from './prover.ts';
import { openTestHub, type TestHub, token, type Visitor, wireTask } from './testing.ts';

export const hubOf = async (...args: Parameters<typeof openTestHub>): Promise<TestHub> => {
  const hub = await openTestHub(...args);
  onTestFinished(() => hub.close());
  return hub;
};

const keep = async (starting: Promise<AgentHandle>): Promise<AgentHandle> => {
  const handle = await starting;
  onTestFinished(() => handle.stop(0));
  return handle;
};

export const prover = (hub: TestHub, over: Partial<AgentOptions> = {}) =>
  keep(
    runProver({ url: hub.url, proofType: 'pol', signer: ethereumSigner(randomBytes(32)), random: () => 0, ...over }),
  );
export const challenger = (hub: TestHub, over: Partial<ChallengerOptions> = {}) =>
  keep(
    runChallenger({
      url: hub.url,
      proofType: 'pol',
      signer: solanaSigner(randomBytes(32)),
      udp: { bind: '127.0.0.1' },
      random: () => 0,
      ...over,
    }),
  );

export const visitor = (hub: TestHub, role: string): Promise<Visitor> =>
  hub.until(() => hub.visitors.findLast((one) => one.role === role));

/** Gives both ends of a measurement their task. */
export const assign = ({ pv, cv }: { readonly pv: Visitor; readonly cv: Visitor }, task = wireTask(pv, cv)): void => {
  cv.say({ type: 'task', role: 'challenger', task, token });
  pv.say({ type: 'task', role: 'prover', task, token });
};

/** One prover, one challenger, both welcomed. */
export const pair = async (hub: TestHub, over: { p?: Partial<AgentOptions>; c?: Partial<ChallengerOptions> } = {}) => {
  const [p, c] = await Promise.all([prover(hub, over.p), challenger(hub, over.c)]);
  await Promise.all([p.ready, c.ready]);
  return { p, c, pv: await visitor(hub, 'prover'), cv: await visitor(hub, 'challenger') };
};
