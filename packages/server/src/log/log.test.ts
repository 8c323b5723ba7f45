import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  composeEntry,
  type Entry,
  leafHash,
  openCheckpoint,
  parseVerifierKey,
  TileReader,
  tilePath,
  verifyConsistency,
  verifyInclusion,
} from '@trigpoint/log';
import { testFolder } from '@trigpoint/proofs/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { backUp } from '../backup/back-up.ts';
import { restore } from '../backup/restore.ts';
import { readConfig } from '../config/config.ts';
import type { Db } from '../db/driver.ts';
import { type DbOptions, openDb } from '../db/open.ts';
import { eachDriver } from '../db/testing.ts';
import { startTestService } from '../testing.ts';
import { keyFileIn } from './log-keys.ts';
import { openLog } from './open.ts';
import type { PublicLog } from './public-log.ts';

const entry = (n: number): Entry => ({ kind: 'seeds', version: 1, anchor: 'a'.repeat(64), length: n });
const utf8 = (text: string) => new TextEncoder().encode(text);
const key = '11'.repeat(32);

interface Node {
  readonly db: Db;
  readonly log: PublicLog;
  close(): Promise<void>;
}

const open = async (
  place: DbOptions,
  given: { key?: string; keyFile?: string; publicUrl?: string } = { key },
): Promise<Node> => {
  const db = await openDb(place);
  const closers: (() => Promise<void> | void)[] = [() => db.close()];
  const close = async () => {
    for (const it of closers.splice(0).reverse()) await it();
  };
  const { dataDir } = place;
  const random = (bytes: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)));
  const { key: logKey, keyFile, publicUrl } = given;
  const silent = pino({ level: 'silent' });
  try {
    const log = await openLog({
      ...{ db, now: Date.now, random, log: silent, dataDir, publicUrl, key: logKey, keyFile, closers },
    });
    return { db, log, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const configOf = ({ dataDir, databaseUrl }: DbOptions) =>
  readConfig({ TRIGPOINT_DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) });

const readerOf = (log: PublicLog, size: number) =>
  new TileReader(size, async (name) => (await log.tile(name)) as Uint8Array);

/** The whole log as a stranger reads it: every entry under a root that the key signed. */
const readAll = async (log: PublicLog): Promise<string[]> => {
  const { checkpoint } = await log.checkpoint();
  const { size, root } = openCheckpoint(checkpoint, parseVerifierKey(log.vkey));
  const reader = readerOf(log, size);
  expect(Buffer.from(await reader.root()).equals(root)).toBe(true);
  const texts: string[] = [];
  for (let bundle = 0; bundle * 256 < size; bundle++)
    for (const it of await reader.entries(bundle)) texts.push(Buffer.from(it).toString());
  return texts;
};

eachDriver('the transparency log', (place) => {
  test('entries come in the order they were written, across tiles, and every checkpoint continues the one before', async () => {
    const { db, log, close } = await open(await place.fresh());
    const seen = [await log.checkpoint()];
    for (let n = 0; n < 700; ) {
      const ids: string[] = [];
      await db.write(async (tx) => {
        for (let i = 0; i < 1 + (n % 97) && n < 700; i++) ids.push(await log.append(tx, entry(n++)));
      });
      const places = await Promise.all(ids.map((id) => log.sequenced(id)));
      expect(places.map((it) => it.index)).toEqual(ids.map((_, i) => n - ids.length + i));
      seen.push(await log.checkpoint());
    }
    expect(await readAll(log)).toEqual(Array.from({ length: 700 }, (_, n) => composeEntry(entry(n))));
    const verifier = parseVerifierKey(log.vkey);
    const last = openCheckpoint((await log.checkpoint()).checkpoint, verifier);
    for (const { checkpoint } of seen) {
      const { size: oldSize, root: oldRoot } = openCheckpoint(checkpoint, verifier);
      const path = await readerOf(log, last.size).consistency(oldSize);
      expect(verifyConsistency({ oldSize, oldRoot, size: last.size, root: last.root, path })).toBe(true);
      // Partial tiles of every size that a checkpoint was made for are still there.
      if (oldSize > 0) expect(Buffer.from(await readerOf(log, oldSize).root()).equals(oldRoot)).toBe(true);
    }
    for (const index of [0, 255, 256, 699]) {
      const path = await log.reader(700).inclusion(index);
      const leaf = leafHash(utf8(composeEntry(entry(index))));
      expect(verifyInclusion({ leaf, index, size: 700, root: last.root, path })).toBe(true);
    }
    expect(await log.tile({ level: 0, index: 2, width: 256 })).toBeUndefined();
    await close();
  });

  test('what is rolled back is not said, and what is said twice is said once', async () => {
    const { db, log, close } = await open(await place.fresh());
    const undone = db.write(async (tx) => {
      await log.append(tx, entry(1));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await db.write((tx) => log.append(tx, entry(2), 'two'));
    expect(await log.sequenced('two')).toEqual({ index: 0 });
    await db.write((tx) => log.append(tx, entry(3), 'two'));
    const id = await db.write((tx) => log.append(tx, entry(4)));
    expect(await log.sequenced(id)).toEqual({ index: 1 });
    expect(await log.indexOf(db, 'two')).toBe(0);
    expect(await log.indexOf(db, 'never')).toBeUndefined();
    expect(await readAll(log)).toEqual([entry(2), entry(4)].map(composeEntry));
    await close();
  });

  test('goes on where it was, with entries that a node left waiting', async () => {
    const where = await place.fresh();
    const first = await open(where);
    const ids = await first.db.write(async (tx) => [
      await first.log.append(tx, entry(1)),
      await first.log.append(tx, entry(2)),
      await first.log.append(tx, entry(3)),
    ]);
    await first.log.sequenced(ids[2] as string);
    await first.log.stop();
    await first.db.write((tx) => first.log.append(tx, entry(4), 'left'));
    await first.close();
    const second = await open(where);
    expect(await second.log.sequenced('left')).toEqual({ index: 3 });
    expect(await readAll(second.log)).toHaveLength(4);
    await second.close();
  });

  test('a database that was tampered with is not signed', async () => {
    const where = await place.fresh();
    const first = await open(where);
    await first.log.sequenced(await first.db.write((tx) => first.log.append(tx, entry(1))));
    await first.db.run('UPDATE log_entry SET entry = ?', [composeEntry(entry(2))]);
    await first.close();
    const second = await open(where);
    const before = await second.log.checkpoint();
    await second.db.write((tx) => second.log.append(tx, entry(3)));
    await pause(300);
    expect(await second.log.checkpoint()).toEqual(before);
    await second.close();
  });

  test('a node with another key, or none, does not start', async () => {
    const where = await place.fresh();
    await (await open(where)).close();
    await expect(open(where, { key: '22'.repeat(32) })).rejects.toThrow('LOG_KEY_FILE');
    await expect(open(where, {})).rejects.toThrow('LOG_KEY_FILE');
    // The name was given with the first checkpoint; another address of the service does not change it.
    const again = await open(where, { key, publicUrl: 'https://elsewhere.example.com' });
    expect(again.log.origin).toMatch(/^localhost\/log-[0-9a-f]{16}$/);
    await again.close();
  });

  test('the key is made once, for this user alone', async () => {
    const where = await place.fresh();
    const first = await open(where, { publicUrl: 'https://proofs.example.com/here/' });
    expect(first.log.origin).toBe('proofs.example.com/here/log');
    const { vkey } = first.log;
    await first.close();
    expect(statSync(keyFileIn(where.dataDir)).mode & 0o777).toBe(0o600);
    const second = await open(where, {});
    expect(second.log.vkey).toBe(vkey);
    await second.close();
  });

  test('a backup has the log and its key, and the log goes on from it', async () => {
    const where = await place.fresh();
    const first = await open(where, {});
    await first.log.sequenced(await first.db.write((tx) => first.log.append(tx, entry(1))));
    const folder = join(where.dataDir, 'backup');
    await backUp(configOf(where), folder);
    await first.close();
    const target = await place.empty();
    rmSync(target.dataDir, { recursive: true });
    await restore(configOf(target), folder);
    const second = await open(target, {});
    expect(second.log.vkey).toBe(first.log.vkey);
    const id = await second.db.write((tx) => second.log.append(tx, entry(2)));
    expect(await second.log.sequenced(id)).toEqual({ index: 1 });
    expect(await readAll(second.log)).toEqual([entry(1), entry(2)].map(composeEntry));
    await second.close();
  });

  test('readers get it as files', async () => {
    const where = await place.fresh();
    const service = await startTestService(where);
    const { db, publicLog } = service.context;
    const ids = await db.write(async (tx) => {
      const all: string[] = [];
      for (let n = 0; n < 300; n++) all.push(await publicLog.append(tx, entry(n)));
      return all;
    });
    await publicLog.sequenced(ids[299] as string);
    const about = (await (await fetch(`${service.url}/.well-known/trigpoint.json`)).json()) as {
      log: { vkey: string; origin: string };
    };
    const get = (path: string) => fetch(`${service.url}/log/${path}`);
    const reply = await get('checkpoint');
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const { size, root, origin } = openCheckpoint(await reply.text(), parseVerifierKey(about.log.vkey));
    expect([size, origin]).toEqual([300, about.log.origin]);
    const reader = new TileReader(
      size,
      async (name) => new Uint8Array(await (await get(tilePath(name))).arrayBuffer()),
    );
    expect(Buffer.from(await reader.root()).equals(root)).toBe(true);
    expect(await reader.entries(1)).toHaveLength(44);
    const full = await get('tile/0/000');
    expect(full.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(full.headers.get('content-type')).toBe('application/octet-stream');
    expect(full.headers.get('access-control-allow-origin')).toBe('*');
    expect((await get('tile/0/001.p/44')).headers.get('cache-control')).toBe('no-store');
    for (const path of ['tile/0/001', 'tile/0/001.p/45', 'tile/2/000.p/1', 'tile/0/1', 'tile/x', 'tile/', 'tile/0/%2e'])
      expect((await get(path)).status, path).toBe(404);
    await service.close();
  });
});

test('several nodes on one machine take their key from one file', async () => {
  const dir = testFolder();
  const keyFile = join(dir, 'shared.json');
  const nodes = await Promise.all(['a', 'b'].map((it) => open({ dataDir: join(dir, it) }, { keyFile })));
  expect(nodes[0]?.log.vkey).toBe(nodes[1]?.log.vkey);
  for (const it of nodes) await it.close();
});
