import { createInterface } from 'node:readline';
import { type CrowdProver, startCrowdService } from '@trigpoint/dev/crowd';
import type { DbOptions } from '@trigpoint/server';

export interface Life {
  readonly place: DbOptions;
  readonly port: number;
  readonly chainStart: number;
  readonly provers: readonly CrowdProver[];
  readonly requests: number;
}

export const challengersEach = 3;

const { place, port, chainStart, provers, requests } = JSON.parse(process.argv[2] ?? '{}') as Life;
const env = { PORT: String(port), LOG_LEVEL: 'silent' };
const { service, mine } = await startCrowdService({ place, chainStart, env });
if (requests > 0) mine(provers, requests, challengersEach);
createInterface({ input: process.stdin }).on('line', async () => {
  const open = await service.context.db.get('SELECT COUNT(*) AS n FROM challenge WHERE due_at IS NOT NULL');
  process.stdout.write(`${open?.n}\n`);
});
process.once('SIGTERM', () => {
  process.stdin.destroy();
  void service.close();
});
process.stdout.write(`${service.url}\n`);
