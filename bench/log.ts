import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onEachDatabase } from '@trigpoint/dev/services';
import { printAppending } from './log/appending.ts';
import { printEnding } from './log/ending.ts';
import { print } from './log/opened.ts';
import { printProofs } from './log/proofs.ts';
import { printVerifying } from './log/verifying.ts';
import { atMost } from './process/size.ts';

// npm run bench -- log [--entries 10000000] [--appends 4000] [--seconds 15]
//   What the transparency log costs: of a whole challenge, of one append, and a proof out of ten million entries. Then what it
//   takes to verify evidence. `--only` takes some of proofs, appending, ending, verifying.

const { values: options } = parseArgs({
  options: {
    entries: { type: 'string', default: '10000000' },
    appends: { type: 'string', default: '4000' },
    seconds: { type: 'string', default: '15' },
    only: { type: 'string', default: 'proofs,appending,ending,verifying' },
  },
});

const dir = await mkdtemp(join(tmpdir(), 'bench-log-'));
const parts: Readonly<Record<string, () => Promise<void>>> = {
  proofs: () => printProofs({ dataDir: join(dir, 'proofs') }, atMost(2_000, Number(options.entries))),
  appending: async () => {
    const appends = atMost(80, Number(options.appends));
    await onEachDatabase(print, (name, place) => printAppending(name, place, appends));
  },
  ending: () => printEnding({ dataDir: join(dir, 'challenges') }, atMost(1, Number(options.seconds))),
  verifying: () => printVerifying({ dataDir: join(dir, 'verifying') }, dir),
};
try {
  for (const name of options.only.split(',')) {
    const part = parts[name];
    if (!part) throw new Error(`There is no part ${name}: ${Object.keys(parts).join(', ')}.`);
    await part();
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}
