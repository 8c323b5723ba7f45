import { expect, test } from 'vitest';
import { visible } from './output.ts';

test('what a stranger calls itself cannot move the cursor, and JSON stays the same JSON', () => {
  expect(visible('honest\x1b[2J\x1b]0;title\x07\r\u009b1A\u202e')).toBe(
    'honest\\u001b[2J\\u001b]0;title\\u0007\\u000d\\u009b1A\\u202e',
  );
  const said = { name: 'a\u009bb\u202e', lines: 'one\ntwo\tthree' };
  expect(JSON.parse(visible(JSON.stringify(said)))).toEqual(said);
  expect(visible('two\nlines, ü and 日本')).toBe('two\nlines, ü and 日本');
});
