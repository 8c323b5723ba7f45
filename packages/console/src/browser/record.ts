import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Client, ethereumSigner, readServiceInfo } from '@trigpoint/client';
import type { Recorded } from './testing-recorded.ts';

/**
 * Writes what a running development network answers, for tests that draw every page from one record:
 * `npm start`, a few challenges and a campaign, then `node packages/console/dist/browser/record.js http://127.0.0.1:8080`.
 */
const [url = 'http://127.0.0.1:8080'] = process.argv.slice(2);
const types = ['pol', 'pob'] as const;
/** Account 0 of the development chain, which `trigpoint request` pays with. */
const payer = ethereumSigner('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
/** How many challenges of each verdict keep their evidence. Evidence is large, and pages with the same verdict look alike. */
const mostOfAVerdict = 2;

type Answer = Recorded['answers'][number];
const answers: Answer[] = [];

const clients = new Map<string, Client>();
for (const it of types) clients.set(it, new Client({ url, proofType: it }));
await clients.get('pol')?.login(payer, { role: 'payer' });
const signedIn = clients.get('pol') as Client;

const ask = async (proofType: string, operation: string, body: Record<string, unknown> = {}) => {
  const client = proofType === 'pol' ? signedIn : (clients.get(proofType) as Client);
  const reply = (await client.call(operation as 'statistics', body as never)) as Answer['reply'];
  answers.push({ proofType, operation, body, reply });
  return reply.result ?? {};
};

const about = await readServiceInfo(signedIn);
for (const proofType of types) {
  await ask(proofType, 'statistics');
  const { challenges } = (await ask(proofType, 'challenge-history')) as unknown as {
    challenges: { id: string; verified: string }[];
  };
  const ended = challenges.filter((it) => it.verified !== '');
  const some = ended.filter(
    (it, i) => ended.slice(0, i).filter(({ verified }) => verified === it.verified).length < mostOfAVerdict,
  );
  for (const { id } of some) {
    await ask(proofType, 'challenge-evidence', { challenge_id: id });
    await ask(proofType, 'challenge-payments', { challenge_id: id });
  }
  for (const role of ['prover', 'challenger'] as const) {
    const listed = (await ask(proofType, `${role}s`)) as unknown as Record<string, { id: string }[]>;
    for (const { id } of listed[`${role}s`] ?? []) await ask(proofType, role, { id });
  }
}
for (const it of ['user-info', 'my-balance', 'sessions', 'keys', 'my-webhooks']) await ask('pol', it);
const { campaigns } = (await ask('pol', 'campaigns')) as unknown as { campaigns: { campaign: string }[] };
for (const { campaign } of campaigns) {
  await ask('pol', 'campaigns', { campaign });
  await ask('pol', 'campaign-figures', { campaign });
  await ask('pol', 'photo-feed-from-campaign', { campaign });
  await ask('pol', 'submissions', { campaign });
}
await ask('pol', 'campaigns', { mine: true });
const { watches } = (await ask('pol', 'watch-list', { recent: 30 })) as unknown as { watches: { watch: string }[] };
for (const { watch } of watches) await ask('pol', 'watch-show', { watch });
await ask('pol', 'public-watches', { recent: 30 });

const recorded: Recorded = { at: new Date().toISOString(), url, about: { ...about }, answers };
const file = fileURLToPath(new URL('../../fixtures/recorded.json.gz', import.meta.url));
writeFileSync(file, gzipSync(JSON.stringify(recorded), { level: 9 }));
process.stdout.write(`${file}: ${answers.length} answers\n`);
