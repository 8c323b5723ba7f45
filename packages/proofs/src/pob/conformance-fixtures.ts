import type { Fixtures } from '../conformance.ts';
import { asks, common, eligible, inputOf } from '../conformance-fixtures.ts';
import type { PobAsk } from './ask.ts';
import { link, makeSeries } from './fixtures.ts';
import type { PobSeries } from './series.ts';

const pobAsk: PobAsk = { ...common, direction: 'down', bandwidthMbps: 20 };
const fast = makeSeries(link(20));
export const fixtures: Fixtures<PobAsk, PobSeries> = {
  asks: asks.flatMap((ask) => [
    { ...ask, direction: 'down' as const, bandwidthMbps: 20 },
    { ...ask, direction: 'up' as const, bandwidthMbps: 1000 },
  ]),
  eligible,
  honest: inputOf(pobAsk, { bandwidth: '20' }, fast),
  lying: inputOf({ ...pobAsk, bandwidthMbps: 40 }, { bandwidth: '40' }, makeSeries(link(20), { claimMbps: 40 })),
  lies: [
    { ...fast, marks: fast.marks.map(([at]) => [at, 0]) },
    { ...fast, marks: fast.marks.map(([at, n]) => [at * 2, n]) },
    makeSeries(link(40)),
    makeSeries(link(1)),
  ],
};
