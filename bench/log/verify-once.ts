import { readFile } from 'node:fs/promises';
import { checkEvidence } from '@trigpoint/cli';

/** What `trigpoint verify <file>` does once its own code has been loaded: reads, loads the rules, checks, says. */
const [file = '', vkey = ''] = process.argv.slice(2);
const startedAt = performance.now();
const before = process.cpuUsage();
const { checked, facts } = await checkEvidence(JSON.parse(await readFile(file, 'utf8')), { log: { vkey } });
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(before);
const { reached, problems } = checked;
process.stdout.write(JSON.stringify({ ms, cpuMs: (user + system) / 1000, reached, problems, held: facts.held.length }));
