import { expect, test } from 'vitest';
import { localTime } from './times.ts';
import { watchLine } from './up.ts';

test('the first screen says of each watch when it ends', () => {
  const until = '2030-05-01T12:30:00.000Z';
  expect(watchLine('http://a', { watch: 'ab', until }).trim()).toBe(`http://a/watches/ab ends ${localTime(until)}`);
});
