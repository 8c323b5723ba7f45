import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startChild } from '@trigpoint/dev/processes';
import { onEachDatabase } from '@trigpoint/dev/services';
import { openDb } from '@trigpoint/server';
import { atMost } from './process/size.ts';
import { fill, type Scale } from './scale/fill.ts';
import { measureLists } from './scale/lists.ts';

// npm run bench -- scale [--agents 1000000] [--challenges 100000] [--sockets 50000] [--times 200]
//   What lists and searches cost a node, over HTTP, with a million agents and 100,000 challenges in the database. Then what
//   50,000 connected agents cost a node while nothing happens, and how much memory it holds.

const { values: options } = parseArgs({
  options: {
    agents: { type: 'string', default: '1000000' },
    challenges: { type: 'string', default: '100000' },
    sockets: { type: 'string', default: '50000' },
    times: { type: 'string', default: '200' },
  },
});
const scale: Scale = {
  agents: atMost(400, Number(options.agents)),
  challenges: atMost(200, Number(options.challenges)),
  campaigns: atMost(100, 10_000),
  connected: atMost(40, Number(options.sockets)),
};
const times = atMost(2, Number(options.times));
const print = (line: string) => void process.stdout.write(`${line}\n`);

await onEachDatabase(print, async (name, place) => {
  const started = performance.now();
  await (await openDb(place)).close();
  await fill(place.databaseUrl ? { url: place.databaseUrl } : { file: join(place.dataDir, 'trigpoint.db') }, scale);
  print(
    `${name}: ${scale.agents} agents, ${scale.challenges} challenges and ${scale.campaigns} campaigns filled in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  await measureLists(name, place, { scale, times, print });
  const presence = await startChild(new URL('./scale/presence.js', import.meta.url), { place, scale });
  for (const line of await presence.ask<string[]>({})) print(`${name}: ${line}`);
  await presence.end();
});
