import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFolder } from '@trigpoint/proofs/testing';
import { expect, test } from 'vitest';
import { here, picture, sendPhoto, terms } from '../campaign/testing-campaigns.ts';
import { readConfig } from '../config/config.ts';
import type { DbOptions } from '../db/open.ts';
import { eachDriver } from '../db/testing.ts';
import type { Service } from '../main.ts';
import { ethereumKey, logIn, post, startTestService } from '../testing.ts';
import { backUp } from './back-up.ts';
import { type Manifest, tableFile } from './manifest.ts';
import { restore } from './restore.ts';

const configOf = ({ dataDir, databaseUrl }: DbOptions) =>
  readConfig({ TRIGPOINT_DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) });

const contents = ({ tables }: Manifest) =>
  Object.entries(tables).map(([name, { rows, content }]) => [name, rows, content]);

const campaign = (name: string) => terms({ campaign: name, description: 'Grüße, 世界' });

const upload = async (service: Service, cookie: string, campaign: string, seed: number) => {
  const sent = await sendPhoto(service, { campaign, ...here }, await picture(seed), { cookie });
  expect(sent.status).toBe(200);
};

/** A service that has seen some life, and goes on living. */
const living = async (options: DbOptions) => {
  const service = await startTestService(options);
  const cookie = await logIn(service, ethereumKey());
  expect((await post(service, '/create-campaign', campaign('art'), { cookie })).status).toBe(200);
  // More than a number holds exactly.
  await service.context.db.run("INSERT INTO ledger_account VALUES ('user:solana:rich', 'POINTS', 9007199254740993)");
  await upload(service, cookie, 'art', 1);
  await upload(service, cookie, 'art', 2);
  return { service, cookie };
};

eachDriver('backup', (place) => {
  test('taken while the service writes, restored into either database, has every row and photo; nothing is overwritten', async () => {
    const options = await place.fresh();
    const { service, cookie } = await living(options);
    await mkdir(join(options.dataDir, 'keys'), { recursive: true });
    await writeFile(join(options.dataDir, 'keys', 'prover.json'), '{}', { mode: 0o600 });
    let writing = true;
    const writer = (async () => {
      for (let i = 0; writing; i++) await post(service, '/create-campaign', campaign(`more ${i}`), { cookie });
    })();
    const first = join(testFolder(), 'first');
    const manifest = await backUp(configOf(options), first);
    writing = false;
    await writer;
    await service.close();
    expect(manifest.tables.photo?.rows).toBe(2);
    expect(await readFile(tableFile(first, 'ledger_account'), 'utf8')).toContain('"9007199254740993"');
    expect([manifest.photos.length, manifest.missing]).toEqual([4, []]);

    for (const target of [{ dataDir: join(testFolder(), 'new') }, await place.empty()]) {
      await restore(configOf(target), first);
      const again = await backUp(configOf(target), join(testFolder(), 'again'));
      expect(contents(again)).toEqual(contents(manifest));
      expect([again.photos, again.files]).toEqual([manifest.photos, manifest.files]);
      await expect(restore(configOf(target), first)).rejects.toThrow('not empty');
      const dataDir = join(testFolder(), 'other');
      if (target.databaseUrl)
        await expect(restore(configOf({ ...target, dataDir }), first)).rejects.toThrow('already has rows');
      const revived = await startTestService(target);
      const feed = await post(revived, '/photo-feed-from-campaign', { campaign: 'art' }, { cookie });
      expect(feed.body.photos.length).toBe(2);
      for (const { url } of feed.body.photos)
        expect((await fetch(url.replace(service.url, revived.url))).status).toBe(200);
      await revived.close();
    }
  });
});

test('a backup that was altered, is incomplete or comes from a newer version is refused before anything is made', async () => {
  const options = { dataDir: testFolder() };
  const { service } = await living(options);
  const made = join(testFolder(), 'made');
  await backUp(configOf(options), made);
  await service.close();
  await expect(backUp(configOf(options), made)).rejects.toThrow('there already');

  const target = { dataDir: join(testFolder(), 'target') };
  const text = await readFile(join(made, 'manifest.json'), 'utf8');
  await writeFile(join(made, 'manifest.json'), JSON.stringify({ ...JSON.parse(text), schema: 999 }));
  await expect(restore(configOf(target), made)).rejects.toThrow('schema 999');
  const none = '0'.repeat(64);
  const elsewhere = ['../package.json', 'keys/../../x', '/etc/x'].map((name) => ({ files: { [name]: none } }));
  for (const changed of [...elsewhere, { photos: ['../../x'] }]) {
    await writeFile(join(made, 'manifest.json'), JSON.stringify({ ...JSON.parse(text), ...changed }));
    await expect(restore(configOf(target), made)).rejects.toThrow(/which is no (file|photo)/);
  }
  await writeFile(join(made, 'manifest.json'), text);
  await appendFile(tableFile(made, 'campaign'), '\n');
  await expect(restore(configOf(target), made)).rejects.toThrow('campaign.jsonl is missing or altered');
  await rm(join(made, 'manifest.json'));
  await expect(restore(configOf(target), made)).rejects.toThrow('no complete backup');
  await expect(readFile(target.dataDir)).rejects.toThrow('ENOENT');
});
