import { expect, test } from 'vitest';
import { checkDigests } from './digests.ts';
import { link, makeSeries } from './fixtures.ts';
import { readReport } from './report.ts';
import { DATAGRAMS_MAX, REPORT_MAX_BYTES } from './spec.ts';

const texts = (['down', 'up'] as const).map((direction) => makeSeries(link(20), { direction }).report);

test('a report is read as it was signed', () => {
  for (const text of texts) expect(JSON.stringify(readReport(text))).toBe(text);
});

test('a report has nothing beside what is read: a prover would make readings too long to be taken, where they speak against it', () => {
  for (const text of texts) {
    const inside = text.slice(1, -1);
    const padded = {
      'a field that nobody knows': `{${inside},"more":1}`,
      'a field of every object': `{${inside},"toString":1}`,
      'a field twice': `{${inside},"flow":0}`,
      'a letter as a code': text.replace('"flow"', '"\\u0066low"'),
      'a space': `{ ${inside}}`,
      'a line break at its end': `${text}\n`,
    };
    for (const [why, it] of Object.entries(padded)) expect([why, readReport(it)]).toEqual([why, undefined]);
  }
});

test('a report is no longer than a reading can hold', () => {
  const [down = ''] = texts;
  const ofLength = (length: number) =>
    JSON.stringify({
      ...JSON.parse(down),
      received: 'A'.repeat(length - JSON.stringify({ ...JSON.parse(down), received: '' }).length),
    });
  expect(ofLength(REPORT_MAX_BYTES)).toHaveLength(REPORT_MAX_BYTES);
  expect(readReport(ofLength(REPORT_MAX_BYTES))).toBeDefined();
  expect(readReport(ofLength(REPORT_MAX_BYTES + 1))).toBeUndefined();
  const quotes = JSON.stringify({ ...JSON.parse(down), received: '"""' });
  expect(readReport(quotes)).toBeUndefined();
});

test('no digest is computed of more datagrams than a round can send', async () => {
  const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const upTo = (until: number) =>
    checkDigests(
      {
        ...{ tag: '00'.repeat(16), flow: 0, checkpoints: [[until, nothing]] },
        received: Buffer.alloc(DATAGRAMS_MAX).toString('base64'),
      },
      new Uint8Array(32),
    );
  expect([await upTo(DATAGRAMS_MAX), await upTo(DATAGRAMS_MAX + 1)]).toEqual([undefined, 0]);
});
