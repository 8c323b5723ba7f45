import { type DbOptions, readConfig, startService } from '@trigpoint/server';

const place = JSON.parse(process.argv[2] ?? '{}') as DbOptions;
const service = await startService(
  readConfig({
    PORT: '0',
    LOG_LEVEL: 'error',
    // Counted as always, with room for a benchmark.
    RATE_LIMITS: 'login=1000000000,create-campaign=1000000000,feed=1000000000,default=1000000000',
    TRIGPOINT_DATA_DIR: place.dataDir,
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
  }),
);
process.once('SIGTERM', () => void service.close());
process.stdout.write(`${service.url}\n`);
