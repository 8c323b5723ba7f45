import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name as string, [light as string, dark as string] as const] as const,
  ),
);

/** WCAG 2: relative luminance and contrast. */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p) as [number, number];
  return (x + 0.05) / (y + 0.05);
};
const between = (a: string, b: string): number[] =>
  [0, 1].map((theme) => contrast(tokens.get(a)?.[theme] as string, tokens.get(b)?.[theme] as string));

test('all text reaches 4.5:1 on panel, page and sea, in light and dark', () => {
  for (const text of ['ink', 'ink2', 'ink3', 'ms', 'ok', 'no', 'un'])
    for (const ground of ['sf', 'bg', 'sea'])
      for (const ratio of between(text, ground)) expect([text, ground, ratio >= 4.5]).toEqual([text, ground, true]);
});

test('what stands on chips, tints and glyphs reaches 4.5:1', () => {
  const pairs = [
    ['ink2', 'sf2'],
    ['ink', 'sf2'],
    ['bg', 'ink'],
    ...['ms', 'ok', 'no', 'un'].flatMap((it) => [
      [it, `${it}-tint`],
      ['ink', `${it}-tint`],
      ['on-glyph', it],
    ]),
  ] as [string, string][];
  for (const [text, ground] of pairs)
    for (const ratio of between(text, ground)) expect([text, ground, ratio >= 4.5]).toEqual([text, ground, true]);
});

test('edges of controls and the focus ring reach 3:1', () => {
  for (const [edge, ground] of [
    ['edge', 'sf'],
    ['edge', 'bg'],
    ['ms', 'sf'],
    ['ms', 'bg'],
  ] as const)
    for (const ratio of between(edge, ground)) expect([edge, ground, ratio >= 3]).toEqual([edge, ground, true]);
});

test('a disabled button keeps its colours under the mouse', () => {
  const parts = readFileSync(new URL('../../src/styles/parts.css', import.meta.url), 'utf8');
  const hovered = parts.match(/^\.button\S*:hover.*(?=[,{])/gm) ?? [];
  expect(hovered.length).toBeGreaterThan(0);
  for (const it of hovered) expect(it).toContain(':where(:not(:disabled))');
});
