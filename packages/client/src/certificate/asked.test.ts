import { readFileSync } from 'node:fs';
import { type Certificate, type HeldSlot, readCertificate } from '@trigpoint/log/watches';
import { askHash, pol } from '@trigpoint/proofs';
import { expect, test } from 'vitest';
import { askedIn, askedOf, asksAboutProver } from './asked.ts';

const certificate = JSON.parse(
  readFileSync(new URL('../../fixtures/certificate.json', import.meta.url), 'utf8'),
) as Certificate;

test('a certificate is about every zone that its windows were asked about, not about the last one alone', () => {
  const [only, ...more] = askedOf(certificate);
  expect([only?.zone, more]).toEqual(['EU', []]);
  const { held } = readCertificate(certificate).chain;
  const wide = pol.encode({ ...pol.decode(Object.values(certificate.asks)[0] as `0x${string}`), zone: 'DE,US,CN,AU' });
  const asks = { ...certificate.asks, [askHash(wide)]: wide };
  const half = held.length / 2;
  const edited = held.map(
    (it, i): HeldSlot => (i < half ? { ...it, edition: { ...it.edition, ask: askHash(wide) } } : it),
  );
  expect(askedIn({ ...certificate, asks }, { held: edited }).map((it) => it.zone)).toEqual(['DE,US,CN,AU', 'EU']);
});

test('what was asked about another prover is not taken for the watched one', () => {
  const { asks, summary } = certificate;
  expect(asksAboutProver({ asks, summary })).toBe(true);
  for (const prover of [summary.prover.replace('IPv4', 'IPv6'), `IPv4/0x${'33'.repeat(20)}`])
    expect(asksAboutProver({ asks, summary: { ...summary, prover } })).toBe(false);
});
