import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { action, examples, UsageError } from './output.ts';

interface Flags {
  readonly calibration: string;
}

const shape = '{"prover":"p","challengers":[{"id":"a","lat":50.9,"lon":6.9,"rtt_ms":4.1}]}';

/** Commands that judge location by measurements made elsewhere. They read and write JSON lines. */
export const addPolCommands = (program: Command): void => {
  const pol = program.command('pol').description('proof of location over measurements of your own, in batches');
  for (const [name, does] of [
    ['locate', 'where each prover most likely is'],
    ['check', 'whether each claim holds; a line then has claim: {lat, lon, radius_km} too'],
  ] as const) {
    const command = pol
      .command(`${name} [file]`)
      .description(`${does}: JSON lines such as ${shape} in (from stdin without a file), JSON lines out`)
      .requiredOption('--calibration <folder>', 'nodes.csv (id,lat,lon) and rtt.csv (src,dst,min_rtt_ms)')
      .option('--json', 'changes nothing: the output is always JSON')
      .action(action((file: string | undefined, flags: Flags) => run(name, file, flags)));
    examples(command, `trigpoint pol ${name} --calibration examples/calibration < examples/measurements.jsonl`);
  }
};

async function run(name: 'locate' | 'check', file: string | undefined, { calibration }: Flags): Promise<void> {
  for (const needed of ['nodes.csv', 'rtt.csv'])
    if (!existsSync(join(calibration, needed))) throw new UsageError(`There is no ${needed} in ${calibration}.`);
  if (file !== undefined && !existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const answer = (await import('./pol.ts'))[name];
  const input = file === undefined ? process.stdin : createReadStream(file);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const result of answer(calibration, lines))
    if (!process.stdout.write(`${JSON.stringify(result)}\n`)) await once(process.stdout, 'drain');
}
