import { expect, test } from 'vitest';
import { parseMetrics, quantile, sum } from './metrics.ts';

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
