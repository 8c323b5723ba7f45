import { readFileSync } from 'node:fs';
import { composeEntry, type Entry, type EntryOf, formatVerifierKey, hashFromHex, verifierKey } from '@trigpoint/log';
import { askHash, type Evidence } from '@trigpoint/proofs';
import { expect, test } from 'vitest';
import { compareAgain } from './compare-again.ts';

const evidence = [1, 2, 3].map(
  (i) => JSON.parse(readFileSync(new URL(`../fixtures/evidence-${i}.json`, import.meta.url), 'utf8')) as Evidence,
);
/** The first and the last are of one prover; the second one is of another, and refuted. */
const [first, liar, last] = evidence as [Evidence, Evidence, Evidence];
const service = hashFromHex(first.transcript.service.service) as Uint8Array;
const log = formatVerifierKey(verifierKey('proofs.example.com/log', service));
const at = '2026-11-16T09:00:00.000Z';
const id = 'ab'.repeat(10);

/** The entries of a watch that has told of two slots. */
const watchOf = (of: Evidence, slots: readonly Evidence[], says: Partial<EntryOf<'outcome'>> = {}) => {
  const entries: Entry[] = [
    {
      ...{ kind: 'watch', version: 1, watch: id, prover: of.transcript.prover?.id ?? '', payer: 'ethereum:0x1' },
      ...{ change: 'added', proof_type: 'pol', ask: askHash(of.transcript.info), every_seconds: 600, until: at },
      ...{ values: 'ab'.repeat(32), first: 0, begins: at, previous: null, before: null, at },
    },
  ];
  for (const [number, { transcript, transcript_hash }] of slots.entries()) {
    const { verified, result } = transcript.verdict;
    const challenge = transcript.challenge_id;
    entries.push({
      kind: 'transcript',
      version: 1,
      challenge,
      transcript: transcript_hash,
      outcome: verified,
      acceptance: transcript.acceptance?.index ?? null,
    });
    entries.push({
      ...{ kind: 'outcome', version: 1, watch: id, number, count: 1, slot: 0, value: null, block_hash: null },
      ...{ result: 'verified', challenge, transcript: entries.length - 1, previous: 0 },
      ...{ due: transcript.submitted_at, at: transcript.ended_at },
      liars: Number(result.possible_liars),
      radius_km: Number(result.uncertainty_km),
      radius_km_any_medium: Number(result.uncertainty_km_any_medium),
      ...{ finding: number === 0 ? null : 'same', compared_with: number === 0 ? null : 2 },
      ...says,
    });
  }
  return { watch: id, log, entries: entries.map((it, index) => ({ index, entry: composeEntry(it) })) };
};

const problemsOf = async (certificate: ReturnType<typeof watchOf>, files: readonly Evidence[] = evidence) =>
  (await compareAgain(certificate, files)).problems.join(' ');

test('slots are held against evidence of the same prover, ask and service, and of no other', {
  timeout: 60_000,
}, async () => {
  expect(await problemsOf(watchOf(first, [first]))).toBe('');
  // An operator may let an honest machine answer for one that is elsewhere: its evidence holds, and is of somebody else.
  expect(await problemsOf(watchOf(liar, [first, last]))).toMatch(/^Slot 0: its evidence is about another prover\./);
  expect(
    await problemsOf({
      ...watchOf(first, [first]),
      log: formatVerifierKey(verifierKey('a/log', service.toReversed())),
    }),
  ).toContain('is of another service');
  expect(await problemsOf(watchOf(first, [first], { radius_km: 20 }))).toContain('says something else than the log');
  expect(await problemsOf(watchOf(liar, [liar]))).toContain('says something else than the log');
  expect(await problemsOf(watchOf(first, [first], { challenge: '2' }))).toContain('is of another challenge');
  expect(await problemsOf(watchOf(first, [first], { due: '2029-05-01T00:00:00.000Z' }))).toContain(
    'is of another time',
  );
  expect(await problemsOf(watchOf(first, [first], { at: '2026-01-01T00:00:00.000Z' }))).toContain('is of another time');
});

test('evidence that is forged, or that the log has with another acceptance, is told though its slot is compared with none', async () => {
  const forged = structuredClone(first) as unknown as { transcript: { consent: { signature: string } } };
  forged.transcript.consent.signature = '0x00';
  expect(await problemsOf(watchOf(first, [first]), [forged as unknown as Evidence])).toBe(
    'Slot 0: its evidence does not hold.',
  );
  const { entries, ...rest } = watchOf(first, [first]);
  const moved = entries.map(({ index, entry }) => ({
    index,
    entry: entry.replace(/"acceptance":\d+/, '"acceptance":7777'),
  }));
  expect(await problemsOf({ ...rest, entries: moved })).toContain('has another acceptance than the log says');
});
