import { signerOf } from '@trigpoint/agent';
import { addWatch, Client, listWatches, publishWatch, type WatchInfo } from '@trigpoint/client';
import { ServiceError } from '@trigpoint/protocol';
import type { ScenarioAgents } from './scenario.ts';

/**
 * The key of account 0 of development chains. The CLI and the console's demo use it, too. Everybody knows it, and it is worth
 * nothing.
 */
const everybodysKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

/**
 * Adds watches of the watched provers, as any payer would, and makes them public. Watches of an earlier run go on; their windows in
 * between are missed. Returns the watch of each prover, by the prover's name.
 */
export async function watchProvers(
  url: string,
  proofType: string,
  { scenario: { watched }, watched: provers }: Pick<ScenarioAgents, 'scenario' | 'watched'>,
  leastSeconds: number,
): Promise<ReadonlyMap<string, WatchInfo>> {
  const watches = new Map<string, WatchInfo>();
  if (!watched || provers.length === 0) return watches;
  const { parameters, everySeconds, forSeconds } = watched;
  const client = new Client({ url, proofType });
  await client.login(signerOf('ethereum', everybodysKey), { role: 'payer' });
  const running = (await listWatches(client)).filter((it) => it.state !== 'over');
  const every = Math.max(everySeconds, leastSeconds);
  for (const { demo, agent } of provers) {
    const before = running.find((it) => it.name === demo.name);
    if (before) {
      watches.set(demo.name, before);
      continue;
    }
    try {
      const added = await addWatch(client, {
        ...{ prover: agent.id, name: demo.name, parameters, every_seconds: every },
        until: new Date(Date.now() + Math.max(forSeconds, 2 * every) * 1_000),
      });
      if (added.watch) watches.set(demo.name, await publishWatch(client, added.watch.watch, true));
    } catch (error) {
      // If the service allows fewer watches, the network runs without them.
      if (!(error instanceof ServiceError) || error.code !== 'too_many_watches') throw error;
    }
  }
  return watches;
}
