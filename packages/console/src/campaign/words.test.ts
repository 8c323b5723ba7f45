import type { SubmissionInfo } from '@trigpoint/client';
import { campaignStatuses, errorTable, photoReviews, photoStates, uploadRoutes } from '@trigpoint/protocol';
import { expect, test } from 'vitest';
import { campaignPath, refusalWords, statusTone, statusWords, submissionWords } from './words.ts';

const times = {
  starts_at: new Date(2026, 10, 5, 9, 7).toISOString(),
  ends_at: new Date(2026, 11, 24, 18, 0).toISOString(),
};

test('a campaign says what it does and until when', () => {
  expect(Object.fromEntries(campaignStatuses.map((status) => [status, statusWords({ status, ...times })]))).toEqual({
    scheduled: 'Opens 5 Nov, 09:07',
    live: 'Open until 24 Dec, 18:00',
    full: 'Full: every place is taken',
    ended: 'Ended 24 Dec, 18:00',
    inactive: 'Not open; only you see it',
  });
  expect(campaignStatuses.filter((it) => statusTone[it] === 'ok')).toEqual(['live']);
});

test('only a photo that is ready and was taken reads as accepted; a refusal always says why', () => {
  const told = (it: Partial<SubmissionInfo>) =>
    submissionWords({ reason: 'blurred', reward: 2.5, ...it } as SubmissionInfo);
  for (const state of photoStates)
    for (const review of photoReviews) {
      const words = told({ state, review, paid: false });
      const refused = state === 'rejected' || review === 'rejected';
      expect([state, review, words.startsWith('Accepted')]).toEqual([
        state,
        review,
        state === 'ready' && review === 'accepted',
      ]);
      const by = review === 'rejected' ? 'Rejected by the creator' : 'Refused';
      expect([state, review, words === `${by}: blurred`]).toEqual([state, review, refused]);
    }
  expect(told({ state: 'ready', review: 'accepted', paid: true })).toBe('Accepted, 2.5 POINTS paid');
  expect(told({ state: 'ready', review: 'pending', paid: false })).toBe('Waiting for the creator’s review');
  expect(told({ state: 'processing', review: 'pending', paid: false })).toBe('Being read');
});

test('every refusal of a photo has words of its own; a code of a newer service is read as words', () => {
  const ownWords = uploadRoutes['submit-photo'].errors.filter(
    (it) => errorTable[it][0] !== 401 && it !== 'campaign_not_found',
  );
  const words = ownWords.map(refusalWords);
  expect(new Set(words).size).toBe(words.length);
  for (const it of words) expect(it).toMatch(/^[A-Z][a-z ]+$/);
  expect(ownWords.filter((it) => refusalWords(it).toLowerCase() === it.replaceAll('_', ' '))).toEqual([]);
  expect(refusalWords('too_blue')).toBe('Too blue');
});

test('the address of a campaign holds any name', () => {
  expect(campaignPath('a/b? ü')).toBe('/campaigns/a%2Fb%3F%20%C3%BC');
});
