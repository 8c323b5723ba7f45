import { type DbOptions, readConfig, startService } from '@trigpoint/server';

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
process.once('SIGTERM', () => void service.close());
process.stdout.write(`${service.url}\n`);
