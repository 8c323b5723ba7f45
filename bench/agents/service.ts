import { readConfig, startService } from '@trigpoint/server';

/** The service as it ships; run with --expose-gc, so that what is measured is what is held and not what could be freed. */
const [dataDir = ''] = process.argv.slice(2);
const service = await startService(
  readConfig({
    PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    DEVELOPMENT: 'on',
    ADMISSION: 'open',
    MESH_HOURS: '0',
    TRIGPOINT_DATA_DIR: dataDir,
  }),
);
process.on('message', async () => {
  const { gc } = globalThis as { gc?: () => void };
  for (let i = 0; i < 3; i++) {
    gc?.();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send?.({ agents: service.context.hub.size, rss, heapUsed, external, cpuUs: user + system });
});
process.on('SIGTERM', async () => {
  await service.close();
  process.exit(0);
});
process.send?.({ url: service.url });
