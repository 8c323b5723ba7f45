import { readFile } from 'node:fs/promises';
import { verifyEvidence } from '@trigpoint/client';

/** What `trigpoint verify <file>` does once its own code has been loaded: reads, loads the rules, checks. */
const [file = '', vkey = ''] = process.argv.slice(2);
const startedAt = performance.now();
const before = process.cpuUsage();
const { verifySignature } = await import('@trigpoint/protocol/node');
const { reached, problems, held } = await verifyEvidence(
  JSON.parse(await readFile(file, 'utf8')),
  { log: { vkey } },
  {
    checkSignature: async (who, text, signature) => verifySignature(who.key_type, who.public_key, text, signature),
  },
);
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ ms, cpuMs: (user + system) / 1000, reached, problems, held: held.length }));
