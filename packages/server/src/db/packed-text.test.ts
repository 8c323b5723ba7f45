import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pack, unpack } from './packed-text.ts';

test('a packed text comes back as it was, whatever it refers to', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.array(fc.string({ unit: 'binary' })), async (value, strings) => {
      const json = JSON.stringify({ strings, value });
      for (const known of [strings, strings.toReversed(), ['\u0001', ...strings, '0']])
        expect(await unpack(await pack(json, known), known)).toBe(json);
    }),
  );
});

test('a text that goes to a thread comes back too', async () => {
  const json = JSON.stringify(Array.from({ length: 5_000 }, () => Math.random()));
  const packed = await pack(json);
  expect(packed.length).toBeGreaterThan(20_000);
  expect(await unpack(packed)).toBe(json);
});

test('what is kept elsewhere takes no room', async () => {
  const readings = Array.from({ length: 20 }, (_, i) => `${i} ${'x'.repeat(500)} ${Math.random()} "quoted" \n`);
  const json = JSON.stringify({ seats: readings.map((message) => ({ message })) });
  const packed = await pack(json, readings);
  expect(packed.length).toBeLessThan(200);
  await expect(unpack(packed, readings.slice(1))).rejects.toThrow('refers to text');
});
