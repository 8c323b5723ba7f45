import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256Hex as inBrowsers } from './sha256.ts';
import { sha256Hex as inNode } from './sha256-node.ts';

test('Node and browsers hash alike, whatever the text or the bytes', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.uint8Array());
  fc.assert(
    fc.property(anything, (data) => {
      expect(inNode(data)).toBe(inBrowsers(data));
    }),
  );
  // A lone surrogate is no text; both take it for the replacement character.
  expect(inNode('a\ud800b')).toBe(inBrowsers('a\ud800b'));
  expect(inBrowsers('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
