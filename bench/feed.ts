import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, createCampaign, ethereumSigner } from '@trigpoint/client';
import { startChild, startServiceProcess } from '@trigpoint/dev/processes';
import { onEachDatabase } from '@trigpoint/dev/services';
import { type DbOptions, feedSql } from '@trigpoint/server';
import { fill, type Place } from './feed/fill.ts';
import { askOnce, measureLatencies, measureRate, type Question } from './feed/load.ts';
import { figure } from './process/figures.ts';
import { atMost } from './process/size.ts';

// npm run bench -- feed [--rows 1000000,10000000] [--seconds 15]
//   Latency of the first page and of one 10,000 photos deep, in campaigns of 10 thousand and of a million photos or as
//   many as asked for, and answers per second against a bare fastify + driver route with the same query and the same bytes.

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '15' },
  },
});
const sizes = [atMost(200, 10_000), ...options.rows.split(',').map((it) => atMost(400, Number(it)))];
const depth = atMost(160, 9_960);
const times = atMost(5, 1_000);
const seconds = atMost(0.25, Number(options.seconds));
const warmUpMs = atMost(30, 1_000);
const print = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * One of the two services that are compared. The CPU that its process has used stays comparable when the machine has other
 * work.
 */
interface Side {
  readonly url: string;
  cpuUs(): Promise<number>;
}

/** Both sides are measured in short turns, so that other work on the machine meets both alike. */
const sliceSeconds = 0.25;

const measure = async (name: string, place: DbOptions, rows: Place) => {
  // Requests are counted as always, but the limits leave room for a benchmark.
  const env = { RATE_LIMITS: ['login', 'create-campaign', 'feed', 'default'].map((it) => `${it}=1000000000`).join() };
  const node = await startServiceProcess({ place, env });
  const service: Side = { url: node.url, cpuUs: async () => (await node.figures()).cpuUs };
  const client = new Client({ url: service.url, proofType: 'pol' });
  await client.login(ethereumSigner(randomBytes(32)), { role: 'payer' });
  const cookie = `__proof=${client.token}`;
  const campaigns = [];
  for (const size of sizes) {
    const campaign = `of ${size}`;
    const terms = { total_rewards: 1, reward_per_task: 1, max_submissions: 1, ends_at: new Date(Date.now() + 1e9) };
    const id = await createCampaign(client, { campaign, ...terms });
    const started = performance.now();
    await fill(rows, id, size);
    print(`${name}: ${size} photos filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    const { next_cursor: cursor } = await client.call('photo-feed-from-campaign', {
      campaign,
      skip: depth - 1,
      limit: 1,
    });
    const ask = (body: object): Question => ({ url: service.url, cookie, body: { campaign, ...body } });
    campaigns.push({ campaign, first: ask({}), deep: ask({ cursor }) });
  }

  const questions = campaigns.flatMap((it) => [it.first, it.deep]);
  await measureLatencies(questions, atMost(5, 300));
  const latencies = await measureLatencies(questions, times);
  for (const [offset, title] of ['first page', `page ${depth} photos deep`].entries()) {
    const own = latencies.filter((_, i) => i % 2 === offset);
    const cells = own.map((ms, i) => `${sizes[i]}: ${ms.toFixed(2)} ms`);
    const ratios = own.slice(1).map((ms) => `${(ms / (own[0] as number)).toFixed(2)}×`);
    print(`${name}: ${title}, median of ${times}: ${cells.join(', ')}; against ${sizes[0]}: ${ratios.join(', ')}`);
  }

  const { campaign, first } = campaigns.at(-1) as (typeof campaigns)[number];
  const tokenHash = createHash('sha256').update(String(client.token)).digest('hex');
  const bareSettings = { place: rows, sql: feedSql, campaign, tokenHash, origin: service.url };
  const other = await startChild<{ url: string }>(new URL('./feed/bare.js', import.meta.url), bareSettings);
  const bare: Side = { url: other.hello.url, cpuUs: async () => (await other.ask<{ cpuUs: number }>({})).cpuUs };
  const same = { ...first, url: bare.url };
  if ((await askOnce(first)) !== (await askOnce(same))) throw new Error('the bare route answers with other bytes');
  const sides = [
    { it: service, question: first, answers: 0, cpuUs: 0 },
    { it: bare, question: same, answers: 0, cpuUs: 0 },
  ];
  for (const { question } of sides) await measureRate(question, warmUpMs);
  const slices = Math.ceil(seconds / sliceSeconds);
  for (let slice = 0; slice < slices; slice++)
    for (const side of sides) {
      const before = await side.it.cpuUs();
      side.answers += (await measureRate(side.question, sliceSeconds * 1_000)) * sliceSeconds;
      side.cpuUs += (await side.it.cpuUs()) - before;
    }
  const [ours, theirs] = sides.map(({ answers, cpuUs }) => ({
    rate: answers / slices / sliceSeconds,
    cpuUs: cpuUs / answers,
  })) as [{ rate: number; cpuUs: number }, { rate: number; cpuUs: number }];
  print(
    `${name}: ${ours.rate.toFixed(0)} answers/s, bare route ${theirs.rate.toFixed(0)}: ${(ours.rate / theirs.rate).toFixed(2)} of it`,
  );
  print(
    `${name}: ${ours.cpuUs.toFixed(0)} µs of CPU an answer, bare route ${theirs.cpuUs.toFixed(0)}: ${(theirs.cpuUs / ours.cpuUs).toFixed(2)} of its answers for the same CPU`,
  );
  figure({
    ...{ subject: 'the photo feed', name: `CPU of a page, ${name}`, unit: 'µs', ours: ours.cpuUs },
    peer: { name: 'bare fastify and driver', value: theirs.cpuUs },
  });
  await other.end();
  await node.end();
};

await onEachDatabase(print, (name, place) =>
  measure(name, place, place.databaseUrl ? { url: place.databaseUrl } : { file: join(place.dataDir, 'trigpoint.db') }),
);
