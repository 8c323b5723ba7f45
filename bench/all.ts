import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { calibrate } from '@trigpoint/dev/processes';
import { type Run, runs } from './all/runs.ts';
import { chartsOf, readFigures, tableOf, withTable } from './all/summary.ts';
import type { Figure } from './process/figures.ts';
import { isSmall } from './process/size.ts';

// npm run bench -- all [--data DIR] [--only login,feed] [--dry]
//   Runs every benchmark once, and writes what it found to the top of docs/benchmarks.md, with a chart of each subject. `--data`
//   names the recorded measurements that location needs. `--dry` prints and writes nothing.

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, only: { type: 'string' }, dry: { type: 'boolean', default: false } },
});
const print = (line: string) => void process.stdout.write(`${line}\n`);
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const runOne = ({ name, args, needsData }: Run): Promise<string> => {
  const all = [path('run.js'), name, ...args, ...(needsData && options.data ? ['--data', options.data] : [])];
  const child = spawn(process.execPath, all, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BENCH_FIGURES: 'on' },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  return new Promise((resolve) => child.once('close', () => resolve(output)));
};

const chosen = runs.filter(({ name }) => options.only === undefined || options.only.split(',').includes(name));
if (isSmall) {
  // The documents name every benchmark, and their test runs each of them. At small size this one only shows that it can draw
  // figures.
  for (const { name, args } of chosen) print(`would run: ${[name, ...args].join(' ')}`);
  const recorded = `figure: {"subject":"logins","name":"CPU of a login","unit":"µs","ours":763,"aim":495,"peer":{"name":"express","value":5176}}
figure: {"subject":"challenges","name":"finished in a second","unit":"/s","isMoreBetter":true,"ours":300,"aim":200}`;
  const figures = readFigures(recorded);
  print(tableOf({ figures, skipped: [], machine: 'No machine' }));
  for (const [file, text] of chartsOf(figures)) print(`${file}: ${text.length} characters`);
} else {
  const figures: Figure[] = [];
  const skipped: { name: string; why: string }[] = runs
    .filter((it) => !chosen.includes(it))
    .map(({ name }) => ({ name, why: 'left out of this run' }));
  const loads: number[] = [];
  const startedAt = performance.now();
  const units = await calibrate(8);
  for (const run of chosen) {
    if (run.needsData && !options.data) {
      skipped.push({ name: run.name, why: 'it needs recorded measurements (`--data DIR`)' });
      continue;
    }
    print(`\n## ${[run.name, ...run.args].join(' ')}\n`);
    const output = await runOne(run);
    loads.push(loadavg()[0] as number);
    const found = readFigures(output);
    figures.push(...found);
    const lack = /^skipped: (.+)$/m.exec(output)?.[1];
    if (found.length === 0) skipped.push({ name: run.name, why: lack ?? 'it handed over no figure' });
  }
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(0);
  const load = `a load of ${Math.min(...loads).toFixed(0)} to ${Math.max(...loads).toFixed(0)}`;
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${load}, ${units.toFixed(0)} units of plain work a second, ${minutes} minutes`;
  const table = tableOf({ figures, skipped, machine });
  print(`\n${table}`);
  if (!options.dry) {
    const charts = path('../../docs/charts/');
    await mkdir(charts, { recursive: true });
    for (const [file, text] of chartsOf(figures)) await writeFile(`${charts}${file}`, text);
    const page = path('../../docs/benchmarks.md');
    await writeFile(page, withTable(await readFile(page, 'utf8'), table));
  }
}
