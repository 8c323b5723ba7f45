import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interpolate } from './matrices.ts';
import { type Deviation, fitNoise, spreadAt, spreadFor } from './noise.ts';
import { prior } from './prior.ts';

const { noise } = prior;
const variances = Float64Array.from({ length: 12 }, (_, i) => 0.012 + 0.002 * i);
/** Quantiles of a standard Laplace distribution, in no order: a spread that is known without chance. */
const stray = (i: number, count: number): number => {
  const p = (((i * 7919) % count) + 0.5) / count;
  return p < 0.5 ? Math.log(2 * p) : -Math.log(2 - 2 * p);
};
/** At one distance: what is seen is `shift` + `slope` × what is predicted, give or take. */
const deviations = (count: number, km: number, { shift = 0, slope = 1, width = 0.1 } = {}): Deviation[] =>
  Array.from({ length: count }, (_, i) => {
    const predicted = 0.4 * Math.sin(i * 1.7);
    const variance = variances[i % 12] as number;
    return { km, predicted, seen: shift + slope * predicted + width * stray(i, count), variance };
  });

describe('how far delays stray from the prediction', () => {
  test('without measurements it is what was known before', () => {
    const fitted = fitNoise([], new Float64Array(0), noise);
    for (const km of [7, 300, 1_400, 9_000]) {
      expect(spreadAt(fitted, km, 0.02)).toBeCloseTo(spreadAt(noise, km, 0.02), 1);
      expect(interpolate(km, fitted.km, fitted.skew)).toBeCloseTo(interpolate(km, noise.km, noise.skew), 1);
    }
  });

  test('many measurements at a distance outweigh it there, and only there', () => {
    const fitted = fitNoise(deviations(4_000, 1_000, { shift: 0.2, slope: 0.6, width: 0.5 }), variances, noise);
    expect(interpolate(1_000, fitted.km, fitted.shift)).toBeCloseTo(0.2, 1);
    expect(interpolate(1_000, fitted.km, fitted.slope)).toBeCloseTo(0.6, 1);
    expect(spreadAt(fitted, 1_000, 0.02)).toBeGreaterThan(2 * spreadAt(noise, 1_000, 0.02));
    expect(spreadAt(fitted, 9_000, 0.02)).toBeCloseTo(spreadAt(noise, 9_000, 0.02), 2);
  });

  test('a tenth of wild measurements does not lead it', () => {
    const honest = deviations(1_000, 3_500);
    const wild = honest.map((it, i) => (i % 10 === 0 ? { ...it, seen: it.predicted > 0 ? -1 : 1 } : it));
    const [clean, dirty] = [honest, wild].map((list) => fitNoise(list, variances, noise)) as [
      ReturnType<typeof fitNoise>,
      ReturnType<typeof fitNoise>,
    ];
    const slopes = [clean, dirty].map((it) => interpolate(3_500, it.km, it.slope)) as [number, number];
    expect(slopes[1] / slopes[0]).toBeGreaterThan(0.85);
    expect(interpolate(3_500, dirty.km, dirty.shift)).toBeCloseTo(interpolate(3_500, clean.km, clean.shift), 1);
    expect(spreadAt(dirty, 3_500, 0.02) / spreadAt(clean, 3_500, 0.02)).toBeLessThan(1.5);
  });

  test('where less is known the width is never smaller, and it has no steps', () => {
    const width = fc.double({ min: 0.03, max: 0.6, noNaN: true });
    const variance = fc.double({ min: 0.005, max: 0.3, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(width, width, width), variance, variance, (widths, a, b) => {
        const [s1, s2, s3] = widths.sort((x, y) => x - y);
        const at = (v: number) => spreadFor(s1, s2, s3, v, 0.014, 0.018, 0.033);
        expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)));
        expect(at(a + 1e-9)).toBeCloseTo(at(a), 5);
      }),
    );
  });
});
