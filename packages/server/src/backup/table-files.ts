import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { canonical } from '@trigpoint/proofs';
import type { Row, Value } from '../db/driver.ts';

/** The sums of a table's file. */
export interface TableSum {
  readonly rows: number;
  /** The hash of the file. */
  readonly sha256: string;
  /** A sum over the rows that does not depend on their order. Two databases with the same rows have the same sum. */
  readonly content: string;
}

const sumBits = 256n;

/** JSON cannot contain bytes, so they are written in base64. */
const toJson = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
    ]),
  );

const fromJson = (row: Record<string, Exclude<Value, Uint8Array> | { base64: string }>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? new Uint8Array(Buffer.from(value.base64, 'base64')) : value,
    ]),
  );

/** Writes one row per line. When it returns, the file is on the disk. */
export async function writeTable(path: string, rows: AsyncIterable<Row>): Promise<TableSum> {
  const whole = createHash('sha256');
  let sum = 0n;
  let count = 0;
  const file: FileHandle = await open(path, 'wx', 0o600);
  try {
    let batch = '';
    const flush = async () => {
      whole.update(batch);
      await file.write(batch);
      batch = '';
    };
    for await (const row of rows) {
      const line = canonical(toJson(row));
      sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`);
      count += 1;
      batch += `${line}\n`;
      if (batch.length > 1 << 20) await flush();
    }
    await flush();
    await file.sync();
  } finally {
    await file.close();
  }
  return { rows: count, sha256: whole.digest('hex'), content: BigInt.asUintN(Number(sumBits), sum).toString(16) };
}

export async function* readTable(path: string): AsyncGenerator<Row> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== '') yield fromJson(JSON.parse(line));
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
