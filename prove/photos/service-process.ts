import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { type DbOptions, type ImageStats, readConfig, startService } from '@trigpoint/server';

export interface Report {
  readonly loopP99Ms: number;
  readonly images: ImageStats;
}

const { place, ahead } = JSON.parse(process.argv[2] ?? '{}') as { place: DbOptions; ahead: number };
const service = await startService(
  readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    TRIGPOINT_DATA_DIR: place.dataDir,
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
  }),
  { now: () => Date.now() + ahead },
);
const resolutionMs = 5;
const loop = monitorEventLoopDelay({ resolution: resolutionMs });
loop.enable();
createInterface({ input: process.stdin }).on('line', () => {
  const report: Report = { loopP99Ms: loop.percentile(99) / 1e6 - resolutionMs, images: service.context.images.stats };
  process.stdout.write(`${JSON.stringify(report)}\n`);
});
process.once('SIGTERM', () => {
  process.stdin.destroy();
  void service.close();
});
process.stdout.write(`${service.url}\n`);
