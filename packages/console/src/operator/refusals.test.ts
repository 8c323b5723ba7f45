import { expect, test } from 'vitest';
import { parseMetrics } from './metrics.ts';
import { refusalsOf, refusedElsewhere } from './refusals.ts';

const evidence = '/proof/v1/:proof_type/challenge-evidence';
const samples = parseMetrics(
  [
    `trigpoint_http_requests_total{route="${evidence}",status="200"} 255`,
    `trigpoint_http_requests_total{route="${evidence}",status="409"} 609`,
    `trigpoint_http_requests_total{route="${evidence}",status="404"} 2`,
    `trigpoint_http_requests_total{route="${evidence}",status="503"} 7`,
    'trigpoint_http_requests_total{route="/proof/v1/:proof_type/watch-change",status="409"} 1',
    'trigpoint_http_requests_total{route="/x",status="418"} 3',
  ].join('\n'),
);

test('a number of refusals says who was refused and why, the most frequent first', () => {
  expect(refusalsOf(samples, evidence)).toEqual([
    expect.stringMatching(
      /^609 refused: asked too early: challengers look there for their own readings .* nothing to do$/,
    ),
    '2 refused: what was asked for is not there',
  ]);
  expect(refusalsOf(samples, '/proof/v1/:proof_type/watch-change')).toEqual([
    '1 refused: not possible as things stood, such as an ask for what had already ended',
  ]);
  expect(refusalsOf(samples, '/x')).toEqual(['3 refused: with status 418']);
  expect(refusalsOf(samples, '/nothing')).toEqual([]);
  expect(refusedElsewhere(samples)).toBe(609 + 2 + 1 + 3);
  expect(refusedElsewhere([])).toBe(0);
  // Who looks for them finds them: what the table does not list is not pointed to.
  const file = parseMetrics('trigpoint_http_requests_total{route="/assets/a.js",status="404"} 5');
  expect(refusedElsewhere([...samples, ...file])).toBe(615);
});
