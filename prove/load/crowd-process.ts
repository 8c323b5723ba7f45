import { createInterface } from 'node:readline';
import { backoffMs } from '@trigpoint/agent';
import { recruitCrowd } from '@trigpoint/dev/crowd';

/** Provers that challenges ask for; the others of a large crowd only stay connected. */
const asked = 20;
const atOnce = 64;

export interface CrowdSize {
  readonly provers: number;
  readonly challengers: number;
}

/** Agents in a process of their own, so that what they cost is not in the payers' figures. They come back as real ones do. */
const { provers, challengers } = JSON.parse(process.argv[2] ?? '{}') as CrowdSize;
const againMs = (failures: number) => backoffMs(failures, Math.random);
const crowd = recruitCrowd({ provers, challengers, measureMs: 100, atOnce, againMs });
createInterface({ input: process.stdin })
  .on('line', async (urls) => {
    await crowd.open(...(JSON.parse(urls) as string[]));
    process.stdout.write('open\n');
  })
  .on('close', () => process.exit());
process.stdout.write(`${JSON.stringify(crowd.provers.slice(0, asked))}\n`);
