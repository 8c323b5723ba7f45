import { readFileSync } from 'node:fs';
import type { Certificate } from '@trigpoint/client';
import { expect, test } from 'vitest';
import { restLines, summaryLines } from './certificates.ts';
import { localTime } from './times.ts';

test('a certificate that is made while its watch runs says which slots are not in it', async () => {
  const file = new URL('../../client/fixtures/certificate.json', import.meta.url);
  const certificate: Certificate = JSON.parse(readFileSync(file, 'utf8'));
  expect(await restLines(certificate)).toEqual([]);
  const until = '2026-03-10T12:00:00.000Z';
  const entries = certificate.entries.map(({ index, entry }) => {
    const says = JSON.parse(entry);
    return { index, entry: says.kind === 'watch' ? JSON.stringify({ ...says, until }) : entry };
  });
  expect(await restLines({ ...certificate, entries })).toEqual([
    `Its last window ends on ${localTime(until)}: slots after ${localTime(certificate.summary.to)} are not in it.`,
  ]);
});

test('extra slots that were elsewhere, moves and the number of other watches are not left to the reader to find', () => {
  const file = new URL('../../client/fixtures/certificate.json', import.meta.url);
  const { summary }: Certificate = JSON.parse(readFileSync(file, 'utf8'));
  const findings = { compared: 9, changed: 3, probably_moved: 0, moved: 1, extra: 3, extra_held: 3, extra_outside: 2 };
  const others = Array.from({ length: 60 }, (_, i) => `watch-${i}`);
  const lines = summaryLines({ ...summary, radius_km: 90, radius_km_any_medium: 140, findings, others });
  expect(lines.slice(1, 3)).toEqual([
    'Besides these slots it was seen elsewhere 2 times, when asked again.',
    '1 answer proves that it has moved.',
  ]);
  expect(lines.join('\n')).toMatch(/^At its slots never further than 90 km/m);
  expect(lines.at(-1)).toMatch(/^60 other watches of this prover: watch-0, /);
  expect(summaryLines(summary).join('\n')).not.toMatch(/elsewhere|moved/);
});
