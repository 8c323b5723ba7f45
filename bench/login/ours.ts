import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, startService } from '@trigpoint/server';
import { cpuUs } from '../process/pinned.ts';

/** The service as it ships, on its embedded database; only the rate limits are off, since all logins come from here. */
const dataDir = mkdtempSync(join(tmpdir(), 'trigpoint-bench-'));
const env = { PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', TRIGPOINT_DATA_DIR: dataDir };
const service = await startService(readConfig(env));
process.on('message', () => process.send?.({ cpuUs: cpuUs() }));
process.on('SIGTERM', async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
process.send?.({ url: service.url });
