import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type Case, Judge, threadsFor } from './judge.ts';

const open: Judge[] = [];
const start = (...given: ConstructorParameters<typeof Judge>) => {
  const judge = new Judge(...given);
  open.push(judge);
  return judge;
};
afterEach(async () => {
  for (const judge of open.splice(0)) await judge.close();
});

const caseNumber = (i: number, proofType = 'pol'): Case => ({
  proofType,
  transcript: { info: '0x', prover: null, draw: null, settings: {}, tries: null, void: `reason ${i}` },
  calibrationHash: null,
  calibration: null,
});

test('many cases at once each get their own verdict, and one that cannot be judged fails alone', async () => {
  const judge = start(2);
  const asked = Array.from({ length: 40 }, (_, i) => judge.judge(caseNumber(i, i === 7 ? 'pox' : 'pol')));
  const verdicts = await Promise.allSettled(asked);
  expect(
    verdicts.map((it) => (it.status === 'fulfilled' ? it.value.reason : it.reason.message.split('\n')[0])),
  ).toEqual(verdicts.map((_, i) => (i === 7 ? 'Error: There is no proof type pox' : `reason ${i}`)));
});

test('a thread that takes too long is replaced: its first case fails, and the others get their turn', async () => {
  const judge = start(1, 1);
  // Whoever gets no turn makes this wait forever.
  const [first] = await Promise.allSettled([0, 1, 2].map((i) => judge.judge(caseNumber(i))));
  expect(first).toMatchObject({ status: 'rejected', reason: { message: 'The verdict took too long' } });
});

test('closing answers whoever waits', async () => {
  const judge = start(1);
  const asked = Promise.allSettled(Array.from({ length: 20 }, (_, i) => judge.judge(caseNumber(i))));
  await judge.close();
  for (const it of await asked) expect(it).toMatchObject({ reason: { message: 'The service is closing' } });
});

test('one processor is left to others, and four threads are enough', () => {
  expect([1, 2, 3, 5, 6, 64].map(threadsFor)).toEqual([1, 1, 2, 4, 4, 4]);
});

test('a thread judges by the calibration that is named, also when it was sent before', async () => {
  const fixture = new URL('../../../client/fixtures/evidence-1.json', import.meta.url);
  const { transcript } = JSON.parse(readFileSync(fixture, 'utf8'));
  const judge = start(1);
  const [none, all] = [[], transcript.draw.seats].map((seats: readonly { challenger: { id: string } }[]) => ({
    kind: 'pol-calibration-v1',
    nodes: [],
    rtts_us: [],
    set_aside: seats.map(({ challenger }) => ({ id: challenger.id, reason: 'It was seen elsewhere.' })),
  }));
  const by = async (calibrationHash: string | null, calibration: unknown) =>
    (await judge.judge({ proofType: 'pol', transcript, calibrationHash, calibration })).verified;
  // With everybody set aside nothing is left to judge by.
  expect([await by(null, null), await by('all', all), await by('all', all)]).toEqual([
    ...['true', 'inconclusive', 'inconclusive'],
  ]);
  expect([await by('none', none), await by('all', all), await by(null, null)]).toEqual([
    ...['true', 'inconclusive', 'true'],
  ]);
});

test('a thread tells a verdict, what became of a prover, and whether anybody is still needed', async () => {
  const fixture = new URL('../../../client/fixtures/evidence-1.json', import.meta.url);
  const { transcript } = JSON.parse(readFileSync(fixture, 'utf8'));
  const judge = start(1);
  const it: Case = { proofType: 'pol', transcript, calibrationHash: null, calibration: null };
  expect(await judge.judge(it)).toEqual(transcript.verdict);
  expect(await judge.compare({ ...it, before: transcript })).toBe('same');
  // A location that holds is never decided early.
  expect(await judge.isSettled(it)).toBe(false);
});
