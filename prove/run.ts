import { parseArgs } from 'node:util';
import { listProofs, runProof } from './catalogue.ts';

const shownViolations = 20;

const main = async (): Promise<number> => {
  const ids = await listProofs();
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { small: { type: 'boolean', default: false }, seed: { type: 'string' } },
  });
  const [id, ...rest] = positionals;
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
  if (id === undefined || rest.length > 0 || !ids.includes(id)) {
    if (id !== undefined) process.stderr.write(`There is no proof "${[id, ...rest].join(' ')}".\n`);
    process.stderr.write(`npm run prove -- <id> [--small] [--seed N], where <id> is one of:\n`);
    for (const known of ids) process.stderr.write(`  ${known}\n`);
    return 2;
  }
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    process.stderr.write('--seed takes a whole number from 0 to 4294967295.\n');
    return 2;
  }

  const started = performance.now();
  const log = (line: string): void => {
    process.stderr.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${line}\n`);
  };
  log(`${id}, ${values.small ? 'small' : 'release'} size, seed ${seed}`);
  const { tried, violations, skipped } = await runProof(id, { seed, small: values.small, log });
  if (skipped) throw new Error(`${id} was not tried: ${skipped}`);
  for (const violation of violations.slice(0, shownViolations)) process.stderr.write(`violation: ${violation}\n`);
  if (violations.length > shownViolations) {
    process.stderr.write(`… and ${violations.length - shownViolations} more\n`);
  }
  log(`${tried} tried, ${violations.length} violations`);
  process.stdout.write(`${JSON.stringify({ id, seed, tried, violations: violations.length })}\n`);
  return violations.length > 0 ? 1 : 0;
};

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
