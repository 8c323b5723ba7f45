import type { Fixtures } from '../conformance.ts';
import { asks, eligible } from '../conformance-fixtures.ts';
import type { PolAsk } from './ask.ts';
import { honest, lies, lying } from './fixtures.ts';
import type { PolSeries } from './series.ts';

export const fixtures: Fixtures<PolAsk, PolSeries> = {
  asks: asks.flatMap((ask) => [
    { ...ask, latitude: 1.3521, longitude: 103.8198 },
    { ...ask, latitude: -90, longitude: 180 },
    { ...ask, latitude: 0.000001, longitude: -0.1 },
    { ...ask, latitude: 50.11, longitude: 8.68, zone: 'EU' },
    { ...ask, latitude: 50.11, longitude: 8.68, zone: 'DE,AT', radiusKm: 700, withstands: 3 },
  ]),
  eligible,
  honest,
  lying,
  lies,
};
