import { expect, test } from 'vitest';
import type { Challenge } from '../network.ts';
import { measuredOf } from './measured.ts';

const row = (id: string, verified: string, result: Record<string, string>, proofType = 'pob', minute = id): Challenge =>
  ({
    ...{
      id,
      verified,
      result,
      proofType,
      state: verified === '' ? 'ACCEPTED_BY_CHALLENGE_COORDINATOR' : 'ENDED_SUCCESSFULLY',
    },
    challenge_end_time: `2026-01-01T00:0${minute}:00Z`,
  }) as Challenge;

test('a rate counts where a verdict was reached, oldest first', () => {
  const rows = [
    row('3', 'true', { bandwidth_mbps: '19.9' }),
    row('2', 'false', { bandwidth_mbps: '18' }),
    row('1', 'inconclusive', { bandwidth_mbps: '4' }),
    row('4', '', {}),
    row('5', 'true', { uncertainty_km: '40' }, 'pol'),
  ];
  expect(measuredOf('pob', rows).map((it) => it.value)).toEqual([18, 19.9]);
  expect(measuredOf('pol', rows).map((it) => it.value)).toEqual([40]);
  expect(measuredOf('poc', rows)).toEqual([]);
});
