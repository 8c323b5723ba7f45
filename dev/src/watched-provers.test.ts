import { type DemoPlace, pol } from '@trigpoint/proofs';
import { expect, test } from 'vitest';
import { roundTripMs } from './geography/index.ts';

const reading = (name: string, claims: Readonly<Record<string, string>>, rttMs: number, isLookout: boolean) => ({
  challenger: { id: name, claims },
  series: { rtts_us: [Math.round(rttMs * 1_000)], starved: [] },
  isLookout,
});

/** What every challenger of `npm start` would say of a prover that stands there and claims Frankfurt. */
const judged = async (place: DemoPlace, without: readonly string[] = []) => {
  const { challengers, watched } = await pol.scenario();
  const all = [...challengers, ...(watched?.challengers ?? [])];
  const ask = {
    ...({ proverRegistry: `0x${'0'.repeat(40)}`, prover: `0x${'1'.repeat(40)}`, isIPv6: false } as const),
    ...{ challengers: 8, tolerance: 0, latitude: 50.11, longitude: 8.68, zone: 'EU' },
  };
  const readings = all
    .filter((it) => !without.includes(it.name))
    .map(({ name, claims, place: at }, i) => reading(name, claims, roundTripMs(place, at as DemoPlace), i >= 8));
  const verdict = pol.judge({
    ...{ ask, asked: all.length, lookouts: all.length - 8, settings: {}, calibration: undefined },
    ...{ readings: readings as never, prepared: await pol.prepare?.(ask) },
  } as never);
  return verdict.result.zone;
};

test('the challengers of npm start can tell when a watched prover has left, whichever of them is missing, and no fewer could', async () => {
  const { challengers, watched } = await pol.scenario();
  const [stays, leaves] = watched?.provers ?? [];
  expect(await judged(stays?.place as DemoPlace)).toBe('inside');
  expect(await judged(leaves?.place as DemoPlace)).toBe('inside');
  expect(await judged(leaves?.leaves?.to as DemoPlace)).toBe('outside');
  for (const { name } of [...challengers, ...(watched?.challengers ?? [])]) {
    expect([name, await judged(stays?.place as DemoPlace, [name])]).toEqual([name, 'inside']);
    expect([name, await judged(leaves?.leaves?.to as DemoPlace, [name])]).toEqual([name, 'outside']);
  }
  const two = watched?.challengers.slice(0, 2).map((it) => it.name);
  expect(await judged(leaves?.leaves?.to as DemoPlace, two)).toBe('undecided');
});
