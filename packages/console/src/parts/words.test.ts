import { readFileSync } from 'node:fs';
import { errorTable, ServiceError, serviceError } from '@trigpoint/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { destinationOf, isHere, pages } from './header.tsx';
import { readReason } from './ledger.tsx';
import { moreWords } from './more.tsx';
import { explain, wrongOf } from './states.tsx';
import { type Outcome, outcomeTone, outcomeWord } from './verdict-glyph.tsx';

test('a number leads to its challenge, a whole id to what it is of, and everything else to what is called so', () => {
  expect(destinationOf('18204')).toBe('/challenges/18204');
  expect(destinationOf(`ask-${'0f'.repeat(16)}`)).toBe(`/challenges/ask-${'0f'.repeat(16)}`);
  expect(destinationOf('0bf2c99141a210fc9488')).toBe('/watches/0bf2c99141a210fc9488');
  for (const text of ['0bf2c99141a210fc948', 'ask-95cf0060']) expect(destinationOf(text)).toBe(`/search?text=${text}`);
  expect(destinationOf('Street art')).toBe('/search?text=Street%20art');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (typed) => {
      const { pathname, searchParams } = new URL(destinationOf(typed), 'http://x');
      expect(searchParams.get('text') ?? pathname.replace(/^\/(challenges|watches)\//, '')).toBe(typed);
    }),
  );
});

test('the menu does not change when the script comes', () => {
  const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
  const links = [...html.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, to, label]) => [to, label]);
  expect(links).toEqual(pages);
});

test('a list that goes on says how many come, and never more than there are', () => {
  expect([1, 17, 200, 201, 1_230, undefined].map(moreWords)).toEqual([
    ...['Show 1 more', 'Show 17 more', 'Show 200 more'],
    ...['Show 200 more (201 left)', 'Show 200 more (1,230 left)', 'Show more'],
  ]);
});

test('one page of the menu is here: its own pages too, and the first page alone', () => {
  expect(['/', '/challenges', '/challenges/7', '/agents'].map((path) => isHere('/challenges', path))).toEqual([
    ...[false, true],
    ...[true, false],
  ]);
  expect(['/', '/challenges'].map((path) => isHere('/', path))).toEqual([true, false]);
});

test('a reason that begins with a challenge names it apart; others stay whole', () => {
  expect(readReason('Challenge 7: reading accepted')).toEqual({ challenge: '7', says: 'Reading accepted' });
  expect(readReason('Challenge ask-0a: reading accepted').challenge).toBe('ask-0a');
  for (const reason of ['Photo accepted', 'Challenge of the week: won', ''])
    expect(readReason(reason)).toEqual({ says: reason });
});

test('every error is told as what happened and what it means; no connection is the only one without a status', () => {
  for (const code of Object.keys(errorTable) as (keyof typeof errorTable)[]) {
    const { status, what, means } = explain(serviceError(code, { detail: 'Because.' }));
    expect([code, status]).toEqual([code, errorTable[code][0]]);
    expect(`${what} ${means}`).not.toMatch(/undefined|[a-z]_[a-z]+\b(?=:)/);
    expect([code, what !== '' && means !== '']).toEqual([code, true]);
  }
  for (const it of [new TypeError('fetch failed'), undefined, 'text'])
    expect(explain(it)).toEqual({
      what: 'No answer came back',
      means: 'The service may have received it or not: look for it before you send it again. What you typed is kept.',
    });
});

test('refusals, missing pages and faults of the service are told apart', () => {
  const what = (status: number) =>
    explain(ServiceError.fromWire(status, { error: { code: 'x', message: 'Why.' } })).what;
  const told = [400, 401, 403, 404, 429, 500, 503].map(what);
  expect(new Set(told).size).toBe(7);
  expect([what(409), what(502)]).toEqual([what(400), what(500)]);
  expect(explain(serviceError('rate_limited', {}, 7)).means).toBe('Next try in 7 s, by itself.');
  expect(explain(serviceError('campaign_not_found', { campaign: 'a' })).means).toBe('There is no campaign named "a".');
});

test('what somebody did is not tried again by itself, and the service’s own reason needs no heading', () => {
  expect(wrongOf(serviceError('rate_limited', {}, 7))).toBe('Too many requests. Try it again in 7 s.');
  expect(wrongOf(serviceError('not_logged_in', {}))).toMatch(/^You are signed out\. Sign in and try it again\./);
  expect(wrongOf(serviceError('campaign_not_found', { campaign: 'a' }))).toBe('There is no campaign named "a".');
  expect(wrongOf(new TypeError('fetch failed'))).toMatch(/^No answer came back\. The service may have received it/);
});

test('each outcome has a word of its own, and only verdicts share no colour', () => {
  const outcomes = Object.keys(outcomeWord) as Outcome[];
  expect(new Set(outcomes.map((it) => outcomeWord[it])).size).toBe(outcomes.length);
  expect((['verified', 'refuted', 'inconclusive', 'measuring'] as const).map((it) => outcomeTone[it])).toEqual([
    ...['ok', 'no'],
    ...['un', 'ms'],
  ]);
});
