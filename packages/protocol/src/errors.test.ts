import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ErrorCode, errorTable, invalidField, serviceError } from './errors.ts';
import { errorExamples } from './examples/index.ts';
import { ServiceError } from './service-error.ts';

const codes = Object.keys(errorTable) as ErrorCode[];

test('every refusal has a code of words, a status of refusals and a whole sentence', () => {
  for (const code of codes) {
    const [status, sentence] = errorTable[code];
    expect([code, /^[a-z]+(_[a-z]+)*$/.test(code)]).toEqual([code, true]);
    expect([code, status >= 400 && status < 600]).toEqual([code, true]);
    // A detail ends its own sentence.
    expect([code, /(\.|^\{detail\})$/.test(sentence)]).toEqual([code, true]);
  }
});

test('a sentence is filled from the details, and what they lack is named, never "undefined"', () => {
  expect(serviceError('rate_limited', { seconds: 7 }).message).toBe('Too many requests. Try again in 7 s.');
  expect(serviceError('campaign_full', { campaign: 'a', places: 0 }).message).toBe(
    'Campaign "a" has all its 0 submissions.',
  );
  for (const code of codes) {
    const { message } = serviceError(code);
    expect([code, /[{}]|undefined/.test(message)]).toEqual([code, false]);
  }
});

test('what a caller typed stands in the sentence as typed, braces and dollars included', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('{problem}', '$&', '$1', '{field}')), (typed) => {
      expect(invalidField(typed, 'is required').message).toBe(`${typed} is required.`);
    }),
  );
});

test('a refusal is the same on both sides of the wire, also one of a newer service', () => {
  for (const code of codes) {
    const told = serviceError(code, { detail: 'x' }, 3);
    const heard = ServiceError.fromWire(told.status, JSON.parse(JSON.stringify(told.toWire())), told.retryAfter);
    expect(heard).toBeInstanceOf(ServiceError);
    expect({ ...heard, message: heard.message }).toEqual({ ...told, message: told.message });
    expect([heard.code, heard.status, heard.retryAfter]).toEqual([code, errorTable[code][0], 3]);
  }
  const newer = ServiceError.fromWire(418, { error: { code: 'teapot', message: 'Short and stout.' } });
  expect([newer.code, newer.status, newer.message, newer.retryAfter]).toEqual([
    'teapot',
    418,
    'Short and stout.',
    undefined,
  ]);
});

test('every sentence with names in braces has an example that fills all of them', () => {
  const examples: Readonly<Record<string, Readonly<Record<string, string | number>>>> = errorExamples;
  for (const code of codes) {
    const names = [...errorTable[code][1].matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    expect([code, [...new Set(names)]]).toEqual([code, Object.keys(examples[code] ?? {}).sort()]);
  }
});
