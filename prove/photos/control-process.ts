import { fsyncSync, openSync, writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { answerParent, settingsFromParent } from '@trigpoint/dev/processes';

/**
 * A process that only commits a few bytes now and then, as the service does. How late its loop is tells what a busy machine
 * does to any process.
 */
const file = openSync(settingsFromParent<{ file: string }>().file, 'w');
const resolutionMs = 5;
const loop = monitorEventLoopDelay({ resolution: resolutionMs });
loop.enable();
setInterval(() => {
  writeSync(file, Buffer.alloc(4096), 0, 4096, 0);
  fsyncSync(file);
}, 20);
answerParent({}, () => ({ loopP99Ms: loop.percentile(99) / 1e6 - resolutionMs }));
