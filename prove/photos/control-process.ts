import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';

/**
 * A process that does nothing but commit a few bytes now and then, as the service does: how late its loop is tells what
 * the machine, busy with other things, does to any process.
 */
const file = openSync(process.argv[2] ?? '', 'w');
const resolutionMs = 5;
const loop = monitorEventLoopDelay({ resolution: resolutionMs });
loop.enable();
setInterval(() => {
  writeSync(file, Buffer.alloc(4096), 0, 4096, 0);
  fsyncSync(file);
}, 20);
createInterface({ input: process.stdin }).on('line', () => {
  process.stdout.write(`${loop.percentile(99) / 1e6 - resolutionMs}\n`);
  closeSync(file);
  process.exit();
});
