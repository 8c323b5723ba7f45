import { expect, test } from 'vitest';
import type { Challenge } from '../network.ts';
import { onDay } from '../times.ts';
import { newestOf, sinceVerified } from './newest.ts';
import { newestWords } from './newest-line.tsx';

const at = (minute: number) => `2026-01-01T00:0${minute}:00Z`;
const row = (minute: number, verified: string, proofType = 'pol'): Challenge =>
  ({
    ...{ id: String(minute), verified, proofType, result: { uncertainty_km: '180' } },
    state: verified === '' ? 'ACCEPTED_BY_CHALLENGE_COORDINATOR' : 'ENDED_SUCCESSFULLY',
    challenge_end_time: at(minute),
  }) as unknown as Challenge;
const day = (minute: number) => onDay(Date.parse(at(minute)));
const told = (...rows: Challenge[]) => {
  const newest = newestOf('pol', rows);
  return newest && [newest.outcome, newestWords(newest).replaceAll('\u00a0', ' '), sinceVerified(newest)];
};

test('the newest verdict comes first, with its time and what it found', () => {
  expect(told(row(1, 'false'), row(3, 'true'))).toEqual(['verified', `on ${day(3)}: within 180 km.`, 'stands']);
});

test('what ended open after a verdict is told, and the old verdict is not told as the newest', () => {
  const open = (n: string) =>
    `on ${day(4)}. The last verdict that decided was “verified” on ${day(2)}; ${n} after that decided nothing.`;
  expect(told(row(4, 'inconclusive'), row(2, 'true'))).toEqual(['inconclusive', open('1 challenge'), 'open']);
  expect(told(row(4, 'inconclusive'), row(3, 'inconclusive'), row(2, 'true'))?.[1]).toBe(open('2 challenges'));
  // One that runs has not ended, and one of another type says nothing here.
  expect(told(row(6, ''), row(5, 'true', 'pob'), row(4, 'inconclusive'), row(2, 'true'))?.[1]).toBe(
    open('1 challenge'),
  );
});

test('a refutation stands, also where later challenges decided nothing', () => {
  expect(told(row(1, 'true'), row(2, 'false'))?.[2]).toBe('refuted');
  expect(told(row(1, 'true'), row(2, 'false'), row(3, 'inconclusive'))?.[2]).toBe('refuted');
});

test('without any verdict nothing is claimed', () => {
  expect(told()).toBeUndefined();
  expect(told(row(1, ''))).toBeUndefined();
  expect(told(row(1, 'inconclusive'), row(2, 'inconclusive'))?.[1]).toBe(
    `on ${day(2)}. 2 challenges about it have ended, and none decided anything.`,
  );
});
