import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testFolder } from '@trigpoint/proofs/testing';
import { expect, test } from 'vitest';
import { DbUnavailable } from './driver.ts';
import { GroupCommit } from './group-commit.ts';
import { LogFlush, logFile } from './log-flush.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** A disk whose flushes end when told to. */
const slowDisk = () => {
  const flushes: { end(error?: Error): void }[] = [];
  const sync = () =>
    new Promise<void>((resolve, reject) => flushes.push({ end: (error) => (error ? reject(error) : resolve()) }));
  return { flushes, sync };
};
const settled = async (promise: Promise<unknown>) => {
  const pending = Symbol('pending');
  const turn = new Promise((resolve) => setTimeout(resolve, 5, pending));
  return (await Promise.race([promise.catch(() => 'failed'), turn])) !== pending;
};

test('a commit is not covered by a flush that began before it, and all who wait share the next', async () => {
  const { flushes, sync } = slowDisk();
  const flusher = new LogFlush(sync);
  const early = flusher.flush();
  const [second, third] = [flusher.flush(), flusher.flush()];
  expect(flushes).toHaveLength(1);
  flushes[0]?.end();
  await early;
  expect(await settled(second)).toBe(false);
  expect(flushes).toHaveLength(2);
  flushes[1]?.end();
  await Promise.all([second, third]);
  expect(flushes).toHaveLength(2);
});

test('after a failed flush nothing is promised any more', async () => {
  const { flushes, sync } = slowDisk();
  const flusher = new LogFlush(sync);
  const [first, second] = [flusher.flush(), flusher.flush()];
  flushes[0]?.end(new Error('EIO'));
  await expect(first).rejects.toThrow(DbUnavailable);
  await expect(second).rejects.toThrow('EIO');
  await expect(flusher.flush()).rejects.toThrow(DbUnavailable);
  expect(flushes).toHaveLength(1);
});

test('a log that cannot be opened is an unavailable database', async () => {
  const log = logFile(join(tmpdir(), 'no-such-folder', 'x-wal'));
  await expect(new LogFlush(log.sync).flush()).rejects.toThrow(DbUnavailable);
  await log.close();
});

test('a write is acknowledged only when the disk has it; those that come meanwhile share the next commit', async () => {
  const connection = new SqliteConnection(join(testFolder(), 'x.db'), 'PRAGMA journal_mode = WAL');
  connection.exec('CREATE TABLE thing (id BIGINT)');
  const { flushes, sync } = slowDisk();
  const flusher = new LogFlush(sync);
  const group = new GroupCommit(connection, () => flusher.flush());
  const write = (id: number) => group.write((tx) => tx.run('INSERT INTO thing VALUES (?)', [id]));
  const first = write(1);
  await expect.poll(() => flushes).toHaveLength(1);
  expect(await settled(first)).toBe(false);
  const later = Promise.all([write(2), write(3)]);
  expect(await settled(later)).toBe(false);
  expect(connection.all('SELECT id FROM thing')).toHaveLength(1);
  flushes[0]?.end();
  await first;
  await expect.poll(() => flushes).toHaveLength(2);
  expect(connection.all('SELECT id FROM thing')).toHaveLength(3);
  const closed = group.close();
  expect(await settled(Promise.race([later, closed]))).toBe(false);
  flushes[1]?.end();
  await later;
  await closed;
  connection.close();
});
