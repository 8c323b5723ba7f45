import { kmPerMs, reachKm } from '@trigpoint/proofs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as figures from './figures.ts';
import { evenly } from './testing-numbers.ts';
import { sayCount } from './words/say.ts';

const nb = '\u00a0';
/** The number that a person reads out of a figure. */
const numberIn = (text: string): number =>
  Number(
    text
      .replaceAll(',', '')
      .replace('−', '-')
      .replace(/[^\d.-].*$/u, ''),
  );
const positive = (max: number) => evenly(0, max);

test('round trips carry three significant figures, also at the edge to one digit more', () => {
  expect([0.623, 7.24, 9.996, 20.61, 99.96, 159.4, 1234].map(figures.ms)).toEqual(
    ['0.62', '7.24', '10.0', '20.6', '100', '159', '1,234'].map((it) => `${it}${nb}ms`),
  );
  fc.assert(
    fc.property(evenly(1, 999), (ms) => {
      expect(figures.msNumber(ms)).toMatch(/^\d\.\d\d$|^\d\d\.\d$|^\d{3}$|^1,000$/);
    }),
  );
});

test('a larger number never reads as a smaller one', () => {
  const writers = {
    exactKm: figures.exactKm,
    kmFromCentre: figures.kmFromCentre,
    msNumber: figures.msNumber,
    mbps: (it: number) => figures.mbps(it),
    count: figures.count,
    points: figures.points,
    signedPoints: figures.signedPoints,
    megabytes: (it: number) => figures.megabytes(it * 1e6),
    percent: (it: number) => figures.percent(it),
  };
  for (const [name, write] of Object.entries(writers))
    fc.assert(
      fc.property(positive(5000), positive(5000), (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect([name, numberIn(write(low)) <= numberIn(write(high))]).toEqual([name, true]);
      }),
    );
});

test('what is written is the number, to the digits it has', () => {
  expect(figures.exactKm(12_345.6)).toBe(`12,346${nb}km`);
  expect([0.44, 9.9, 12.4].map(figures.kmFromCentre)).toEqual(
    ['0.4', '9.9', '12'].map((it) => `${it}${nb}km from the centre`),
  );
  expect([figures.mbps(1234.56), figures.mbps(1234.56, 0)]).toEqual([`1,234.6${nb}Mbit/s`, `1,235${nb}Mbit/s`]);
  expect([0, 0.1234, 1].map((it) => figures.percent(it))).toEqual(['0.0', '12.3', '100.0']);
  expect(figures.percent(0.876, 0)).toBe('88');
  expect([0, 41_000, 1_440_000, 14_600_000, 2.5e9].map(figures.megabytes)).toEqual([
    '0.0',
    '0.041',
    '1.4',
    '15',
    '2,500',
  ]);
  expect([1234, 1200, 100, 2.5, 0.126].map(figures.points)).toEqual(['1,234', '1,200', '100', '2.5', '0.13']);
});

test('credit, debit and nothing are told apart by sign', () => {
  expect([2, -0.5, 0, 0.02, -1234.5].map(figures.signedPoints)).toEqual(['+2.0', '−0.5', '0.0', '+0.020', '−1,234.5']);
});

test('nothing is written as 0, never as −0: what is left of a budget is a difference of fractions', () => {
  for (const it of [0, -0, 0.3 - 0.1 - 0.2, -0.004]) expect(figures.points(it)).toBe('0');
  expect(figures.points(-0.25)).toBe('-0.25');
});

test('one is singular; none, many and thousands are plural', () => {
  expect([0, 1, 2, 1200].map((n) => sayCount(n, '{n} webhook', '{n} webhooks'))).toEqual(
    ['0|webhooks', '1|webhook', '2|webhooks', '1,200|webhooks'].map((it) => it.replace('|', nb)),
  );
});

test('a code reads as words', () => {
  expect(['outside_area', 'late', ''].map(figures.inWords)).toEqual(['Outside area', 'Late', '']);
});

test('a place without a name is told by its quarter of the Earth', () => {
  expect(figures.compass(-33.868, 151.207)).toBe(`33.87°${nb}S 151.21°${nb}E`);
  expect(figures.compass(40.713, -74.006)).toBe(`40.71°${nb}N 74.01°${nb}W`);
  expect(figures.coordinates(-33.868, 151.20699)).toBe('-33.8680, 151.2070');
});

test('what is copied is shortened in the middle, and only where that makes it shorter', () => {
  expect(figures.shortAgent('IPv4/0x71c7656ec7ab88b098defb751b7401b5f6d8976f')).toBe('0x71c7…\u2060976f');
  expect(figures.shortAgent('IPv6/abc')).toBe('abc');
  fc.assert(
    fc.property(fc.string(), fc.nat(9), fc.integer({ min: 1, max: 9 }), (text, head, tail) => {
      const short = figures.shortId(text, head, tail);
      expect(short.length).toBeLessThanOrEqual(text.length);
      if (short === text) return;
      expect(short).toHaveLength(head + 2 + tail);
      expect(text.startsWith(short.slice(0, head)) && text.endsWith(short.slice(head + 2))).toBe(true);
    }),
  );
});

test('a balance shows all its digits, also those that no number has', () => {
  expect(['0', '12.5', '9007199254.740993', '4000000000000.000001'].map(figures.exactPoints)).toEqual([
    '0',
    '12.5',
    '9,007,199,254.740993',
    '4,000,000,000,000.000001',
  ]);
});

test('a round trip beside its distance gives that distance by the formula of the page', () => {
  for (let us = 100; us < 9_999; us += 7) {
    const [shown, km] = [Number(figures.exactMsNumber(us / 1000)), reachKm(us / 1000)];
    expect([us, figures.atMostKmNumber(shown * kmPerMs + 1)]).toEqual([us, figures.atMostKmNumber(km)]);
  }
  expect([0.865, 29.94, 132.61].map(figures.exactMsNumber)).toEqual(['0.865', '29.94', '132.6']);
});
