import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evenly } from '../testing-numbers.ts';
import { answeredWithin, milliseconds, parseMetrics, quantile, sum } from './metrics.ts';

const text = `# HELP trigpoint_http_requests_total Answered requests
# TYPE trigpoint_http_requests_total counter
trigpoint_http_requests_total{route="/a",status="200"} 90
trigpoint_http_requests_total{route="/b \\"q\\"",status="500"} 10
trigpoint_http_request_seconds_bucket{le="0.1",route="/a"} 50
trigpoint_http_request_seconds_bucket{le="0.5",route="/a"} 100
trigpoint_http_request_seconds_bucket{le="+Inf",route="/a"} 100
trigpoint_process_resident_memory_bytes 1.5e8
`;

test('samples keep their labels and numbers', () => {
  const samples = parseMetrics(text);
  expect(samples).toHaveLength(6);
  expect(samples[1]?.labels.route).toBe('/b "q"');
  expect(sum(samples, 'trigpoint_http_requests_total')).toBe(100);
  expect(sum(samples, 'trigpoint_http_requests_total', (it) => it.status === '500')).toBe(10);
  expect(sum(samples, 'missing')).toBeUndefined();
  expect(sum(samples, 'trigpoint_process_resident_memory_bytes')).toBe(150_000_000);
});

test('a quantile lies inside its bucket', () => {
  expect(quantile(parseMetrics(text), 'trigpoint_http_request_seconds', 0.75)).toBeCloseTo(0.3);
  expect(quantile([], 'x', 0.5)).toBeUndefined();
});

test('a larger quantile is never smaller, and none is beyond the last edge', () => {
  const counts = fc.array(fc.nat(50), { minLength: 2, maxLength: 8 });
  const p = evenly(0, 1);
  fc.assert(
    fc.property(counts, p, p, (each, a, b) => {
      let n = 0;
      const buckets = each.map((more, i) => {
        n += more;
        return { name: 'x_bucket', labels: { le: i === each.length - 1 ? '+Inf' : String((i + 1) / 10) }, value: n };
      });
      const [low, high] = [Math.min(a, b), Math.max(a, b)].map((it) => quantile(buckets, 'x', it));
      if (n === 0) {
        expect([low, high]).toEqual([undefined, undefined]);
        return;
      }
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual((each.length - 1) / 10);
      expect(low).toBeLessThanOrEqual(high as number);
    }),
  );
});

test('lines that are no samples are left out', () => {
  expect(parseMetrics('')).toEqual([]);
  expect(parseMetrics('# HELP a b\n\n{x="1"} 2\n 7\na{b="}"} 1')).toEqual([
    { name: 'a', labels: { b: '}' }, value: 1 },
  ]);
});

test('seconds are read in milliseconds, short ones to a tenth', () => {
  expect([undefined, 0.00123, 0.0099, 0.01, 1.5].map(milliseconds)).toEqual(['–', '1.2', '9.9', '10', '1,500']);
});

test('a time beyond the last edge of a histogram is told as more than that edge, not as the edge', () => {
  const buckets = (...each: [string, number][]) =>
    each.map(([le, value]) => ({ name: 'x_bucket', labels: { le }, value }));
  expect(answeredWithin(buckets(['1', 50], ['10', 90], ['+Inf', 100]), 'x', 0.99)).toBe('more than 10,000');
  expect(answeredWithin(buckets(['1', 50], ['10', 100], ['+Inf', 100]), 'x', 0.99)).toBe('9,820');
  expect(answeredWithin([], 'x', 0.99)).toBe('–');
});
