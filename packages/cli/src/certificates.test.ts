import { readFileSync } from 'node:fs';
import type { Certificate } from '@trigpoint/client';
import { expect, test } from 'vitest';
import { restLines } from './certificates.ts';
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
