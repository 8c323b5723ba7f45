import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryPostgres } from '@trigpoint/server';
import { printAppending } from './log/appending.ts';
import { printEnding } from './log/ending.ts';
import { printProofs } from './log/proofs.ts';
import { atMost } from './process/size.ts';

// npm run bench -- log [--entries 10000000] [--appends 4000] [--seconds 15]
//   What the transparency log costs: of a whole challenge, of one append, and a proof out of ten million entries.

const { values: options } = parseArgs({
  options: {
    entries: { type: 'string', default: '10000000' },
    appends: { type: 'string', default: '4000' },
    seconds: { type: 'string', default: '15' },
  },
});

const dir = await mkdtemp(join(tmpdir(), 'bench-log-'));
const server = await temporaryPostgres();
try {
  await printProofs({ dataDir: join(dir, 'proofs') }, atMost(20_000, Number(options.entries)));
  const appends = atMost(200, Number(options.appends));
  await printAppending('SQLite', { dataDir: join(dir, 'sqlite') }, appends);
  if (server)
    await printAppending(
      'PostgreSQL (fsync off)',
      { dataDir: join(dir, 'postgres'), databaseUrl: server.url },
      appends,
    );
  await printEnding({ dataDir: join(dir, 'challenges') }, atMost(1, Number(options.seconds)));
} finally {
  await server?.stop();
  await rm(dir, { recursive: true, force: true });
}
