import { parentPort } from 'node:worker_threads';
import { openTables } from '../simulation/simulated-db.ts';
import type { Task } from './in-threads.ts';
import { live } from './year.ts';

const tables = await openTables();
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', ({ seed, size }: Task) => {
  last = last.then(async () => parentPort?.postMessage(await live(tables, seed, size)));
});
