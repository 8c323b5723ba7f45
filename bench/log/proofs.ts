import { randomFillSync } from 'node:crypto';
import { hashBytes, leafHash, Tile, tileWidth, verifyInclusion } from '@trigpoint/log';
import type { DbOptions } from '@trigpoint/server';
import { openDb } from '@trigpoint/server/log';
import { figure } from '../process/figures.ts';
import { percentile } from '../process/percentiles.ts';
import { cpuUs } from '../process/pinned.ts';
import { atMost } from '../process/size.ts';
import { print, withLog } from './opened.ts';

const proofs = atMost(100, 2_000);
const rowsAtOnce = 200;
const tileSql = 'INSERT INTO log_tile (level, tile, hashes) VALUES (?, ?, ?)';

/**
 * Writes the tiles of a log with random leaves. The entries below are left out, except for those of the last tile, which are
 * needed.
 */
const fill = async (place: DbOptions, size: number): Promise<void> => {
  const db = await openDb(place);
  const rows: [level: number, tile: number, hashes: Uint8Array][] = [];
  const flush = () =>
    db.write(async (tx) => {
      for (const row of rows.splice(0)) await tx.run(tileSql, row);
    });
  const upper: Uint8Array[][] = [];
  const put = async (level: number, index: number, hashes: Uint8Array) => {
    rows.push([level, index, hashes]);
    if (rows.length >= rowsAtOnce) await flush();
    if (hashes.length < tileWidth * hashBytes) return;
    const above = upper[level] ?? [];
    upper[level] = above;
    above.push(Buffer.from(new Tile(hashes).node(8, 0)));
  };
  const full = Math.floor(size / tileWidth);
  for (let index = 0; index < full; index++) await put(0, index, randomFillSync(new Uint8Array(tileWidth * hashBytes)));
  for (let level = 0; (upper[level]?.length ?? 0) > 0; level++) {
    const hashes = upper[level] as Uint8Array[];
    for (let from = 0; from < hashes.length; from += tileWidth)
      await put(level + 1, from / tileWidth, Buffer.concat(hashes.slice(from, from + tileWidth)));
  }
  await flush();
  await db.write(async (tx) => {
    for (let place = full * tileWidth; place < size; place++)
      await tx.run('INSERT INTO log_entry (id, place, entry) VALUES (?, ?, ?)', [`${place}`, place, `entry ${place}`]);
  });
  await db.close();
};

/** Proves that entries are in the log, for entries all over it. Most proofs read a tile that no proof has read before. */
export const printProofs = async (place: DbOptions, size: number): Promise<void> => {
  await fill(place, size);
  await withLog(place, async ({ log }) => {
    const root = await log.reader(size).root();
    const times: number[] = [];
    let bytes = 0;
    const cpu = { used: 0 };
    for (let i = 0; i < proofs; i++) {
      const index = i === 0 ? size - 1 : Math.floor(Math.random() * size);
      const before = cpuUs();
      const startedAt = performance.now();
      const path = await log.reader(size).inclusion(index);
      times.push(performance.now() - startedAt);
      cpu.used += cpuUs() - before;
      bytes = Math.max(bytes, path.length * hashBytes);
      const isPartial = index >= size - (size % tileWidth);
      const leaf = isPartial ? leafHash(Buffer.from(`entry ${index}`)) : await log.reader(size).leaf(index);
      if (!verifyInclusion({ leaf, index, size, root, path })) throw new Error(`the proof of ${index} does not hold`);
    }
    const name = `proof of inclusion among ${size}`;
    figure({ subject: 'log and evidence', name, unit: 'ms of CPU', ours: cpu.used / proofs / 1000, aim: 1 });
    print(`A proof of inclusion among ${size} entries, ${proofs} of them at random, SQLite\n`);
    print('| p50 | p99 | CPU each | bytes at most |\n|---|---|---|---|');
    print(
      `| ${percentile(times, 0.5).toFixed(2)} ms | ${percentile(times, 0.99).toFixed(2)} ms | ${(cpu.used / proofs / 1000).toFixed(2)} ms | ${bytes} |\n`,
    );
  });
};
