import { writeFile } from 'node:fs/promises';
import { formatVerifierKey, type SlotResult } from '@trigpoint/log';
import { beginOf } from '@trigpoint/log/watches';
import { encodePolAsk } from '@trigpoint/proofs/asks';
import { seeded } from '../proof.ts';
import { hourMs, makeKeys, start, World } from './world.ts';

/** Writes a certificate and what it is verified with: `node prove/dist/certificate/write-fixture.js <folder> [slots]`. */
const [folder = '.', count = '24'] = process.argv.slice(2);
const random = seeded(23);
const keys = makeKeys(random);
const place = { latitude: 50.11, longitude: 8.68 };
const ask = encodePolAsk({
  ...{
    proverRegistry: `0x${'0'.repeat(40)}`,
    prover: `0x${'2'.repeat(40)}`,
    isIPv6: false,
    challengers: 12,
    tolerance: 4,
  },
  ...{ ...place, zone: 'EU' },
});
const world = new World(random, keys, ask);
const watch = world.add('5f2c81d09a7be3461c0d', 6 * hourMs, Number(count), start + 61 * 24 * hourMs);
const odd: Readonly<Record<number, SlotResult>> = {
  7: 'missed',
  11: 'undecided',
  12: 'absent',
  190: 'missed',
  250: 'undecided',
};
for (let i = 0; i < Number(count); i++) await world.window(watch, odd[i] ?? 'inside', { isSilent: true });
const to = beginOf(watch.windows, watch.next);
const { signature: _, ...certificate } = await world.certify(watch, {
  from: watch.windows.beginsAt,
  to,
  at: to + 60_000,
});
await writeFile(`${folder}/certificate.json`, `${JSON.stringify(world.sign({ ...certificate, name: 'db-7' }))}\n`);
const trust = {
  log_vkey: formatVerifierKey(keys.log),
  witnesses: keys.witnesses.map(formatVerifierKey),
  witness_quorum: 3,
};
await writeFile(`${folder}/certificate-trust.json`, `${JSON.stringify(trust, null, 2)}\n`);
