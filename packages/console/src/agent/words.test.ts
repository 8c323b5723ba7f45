import { expect, test } from 'vitest';
import { upFor } from '../operator/health.tsx';
import { said } from './readings.tsx';
import { gapMiddle } from './seen-strip.tsx';

const message = (told: object) => JSON.stringify(told);

test('a reading is told by its fastest probe, or by how it failed', () => {
  expect(said(message({ series: { rtts_us: [9000, 7240, 8000], starved: [] } }), 'pol')).toBe(
    'fastest 7.240 ms of 3\u00a0probes',
  );
  expect(said(message({ series: { rtts_us: [9000], starved: [] } }), 'pol')).toBe('fastest 9.000 ms of 1\u00a0probe');
  expect(said(message({ series: { rtts_us: [9000], starved: [0] } }), 'pol')).toBe('no probe that counts');
  expect(said(message({ failure: { failure: 'timeout', detail: '' } }), 'pob')).toBe(
    'the prover did not answer in time',
  );
  expect(said('no reading', 'pol')).toBe('no probe that counts');
});

test('the words under a gap keep clear of both ends', () => {
  for (const width of [361, 500, 900])
    for (const share of [0, 0.2, 0.5, 0.9, 1]) {
      const x = gapMiddle(share, width);
      expect(x >= 130 && x <= width - 120).toBe(true);
    }
  expect(gapMiddle(0.5, 900)).toBe(450);
});

test('uptime is told in the unit that suits it', () => {
  expect([5, 119, 120, 7199, 7200, 90_000].map(upFor)).toEqual(['5 s', '119 s', '2 min', '120 min', '2 h', '25 h']);
});
