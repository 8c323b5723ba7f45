import { beforeAll, describe, expect, test } from 'vitest';
import { destination, distanceKm, type Place } from '../geo.ts';
import type { JudgeInput } from '../proof-type.ts';
import { newestWording } from '../wording.ts';
import type { PolAsk } from './ask.ts';
import { kmPerMs } from './discs.ts';
import { secondWording } from './earlier-wordings.ts';
import { pol } from './rules.ts';
import type { PolSeries } from './series.ts';
import { thirdWording } from './third-wording.ts';

const frankfurt = { latitude: 50.11, longitude: 8.68 };
const zurich = { latitude: 47.37, longitude: 8.54 };

const seriesOf = (rttMs: number): PolSeries => ({
  ...{ rtts_us: [rttMs * 1000], starved: [], lost: 0, transcript: '0'.repeat(64), prover_counter_signature: '0x' },
});

/** Eight challengers 40 km around a place, four lookouts far away; each hears at once from where the prover really is. */
const seen = (
  claim: Place,
  truth: Place,
  more: Partial<PolAsk>,
  lies: readonly number[] = [],
): JudgeInput<PolAsk, PolSeries> => {
  const places = Array.from({ length: 12 }, (_, i) => destination(claim, (i * Math.PI) / 4, i < 8 ? 40 : 3_000));
  return {
    ask: {
      ...{ proverRegistry: '0x00', prover: `0x${'11'.repeat(20)}`, isIPv6: false, challengers: 8, tolerance: 2 },
      ...claim,
      ...more,
    },
    ...{ claims: {}, asked: 12, lookouts: 4, settings: {}, resilience: { withstands: 2, tries: 1 } },
    readings: places.map((place, i) => ({
      challenger: {
        ...{ id: `IPv4/${i}`, owner: String(i), network: String(i) },
        claims: { latitude: String(place.latitude), longitude: String(place.longitude) },
      },
      series: seriesOf(lies.includes(i) ? 0.01 : distanceKm(place, truth) / kmPerMs + 0.1),
      isLookout: i >= 8,
    })),
  };
};

let prepared: unknown;
beforeAll(async () => {
  prepared = await pol.prepare?.({ zone: 'EU' } as PolAsk);
});
const verdict = (...input: Parameters<typeof seen>) => pol.judge({ ...seen(...input), prepared } as never);

const worded = (wording: string, ...input: Parameters<typeof seen>) =>
  pol.judge({ ...seen(...input), prepared, settings: { wording } } as never).reason.replaceAll('\u00a0', ' ');
const apart = (isLookout: boolean) => {
  const [a, b] = [frankfurt, zurich].map((place) => ({ place, rttMs: 1, isLookout: false }));
  const [seen, name] = [[a, b, { ...b, isLookout }], ({ latitude }: Place) => (latitude > 48 ? 'Frankfurt' : 'Zurich')];
  const examination = { apart: [a, seen[2]], seen, liarsNeeded: 5, liarsNeededInAnyMedium: 5, liarsOfAll: 4 };
  return [examination as never, { claim: '', isCity: true, name }] as const;
};

test('the second wording names cities as near, and does not send all challengers around the claim', () => {
  expect(worded('2', frankfurt, frankfurt, { zone: 'EU' })).toMatch(
    /even if any 2 of its 8 challengers lied, is inside.* None of 12 answers, those of lookouts included, speaks against the claim\./,
  );
  expect(worded('2', frankfurt, frankfurt, {}, [0, 1, 2, 3, 8])).toMatch(
    /from there: a challenger near .* had its answer/,
  );
  expect(worded('2', frankfurt, frankfurt, {}, [0, 1, 2])).toMatch(/^9 of 12 .*, but a challenger near Frankfurt had/);
  expect(secondWording.several(...apart(false))).toMatch(
    /key\. A challenger near Frankfurt had its answer after 1\sms and one near Zurich, 305\skm from it, after 1\sms/,
  );
});

test('the newest wording says who was asked and who measured, and never calls a lookout a challenger', () => {
  const { wording } = newestWording;
  expect(worded(wording, frankfurt, frankfurt, { zone: 'EU' })).toMatch(
    /^The prover is in the EU\. All land that the answers allow is inside, even if any 2 of the 8 challengers that were asked lied\. The prover is within .* of Frankfurt, even if any 2 of the 8 challengers that were asked lied\. If nobody lied, it is within .* km\. All 8 challengers and 4 lookouts measured it\. None of their 12 answers speaks against the claim\. The draw withstands 2 challengers of the network that work together\.$/,
  );
  expect(worded(wording, zurich, zurich, { zone: 'US' })).toBe(
    'The prover is not in the United States of America. Every place that the answers allow is outside, even if any 4 of the 12 challengers and lookouts that were asked lied.',
  );
  expect(worded(wording, frankfurt, frankfurt, {}, [0, 1, 2, 3, 8])).toMatch(
    /^The prover is not in Frankfurt\. Of the 8 challengers and 4 lookouts that measured it, 5 had their answer sooner than light in fibre can bring it from there\. A lookout near .* had its answer after 0\.01 ms, so it is at most \d+ km from the prover, but 3,000 km from Frankfurt\. All 5 would have to lie for the claim to be true\. (Not even radio|This assumes)/,
  );
  expect(worded(wording, frankfurt, frankfurt, {}, [0, 1, 2])).toMatch(
    /^8 challengers and 4 lookouts measured the prover\. 3 of them speak against Frankfurt\. A challenger near Frankfurt had .* Either these 3 lie, or the claim is not exact\.$/,
  );
  expect(thirdWording.several(...apart(true)).replaceAll('\u00a0', ' ')).toMatch(
    /^Several machines answer with the same key\. A challenger near Frankfurt had its answer after 1 ms, and a lookout near Zurich, 305 km away, after 1 ms\. No place is near enough to both\. At least 5 of the 3 challengers and lookouts would have to lie/,
  );
});

test('the newest wording tells what tries are, and which silent challengers the number of those asked has', () => {
  const input = seen(frankfurt, frankfurt, {});
  const readings = input.readings.filter((_, i) => i !== 3 && i !== 10);
  const judged = { ...input, readings, settings: newestWording, resilience: { withstands: 3, tries: 5 } };
  expect(pol.judge(judged as never).reason).toMatch(
    /even if any 2 of the 8 challengers that were asked lied\..* 7 of the 8 challengers and 3 lookouts measured it\. None of their 10 answers speaks against the claim\. The draw withstands 3 challengers of the network that work together, even if it was the best of 5 draws in 30 days\.$/,
  );
  expect(pol.judge({ ...judged, ask: { ...input.ask, withstands: 4 } } as never).reason).toBe(
    'The answers support the claim, but the draw withstands only 3 challengers of the network that work together, and the request demands 4. A draw of more challengers withstands more.',
  );
});

test('since the fourth wording a place that is too wide is told with both of its distances', () => {
  const asked = (wording: string, radiusKm: number) => worded(wording, frankfurt, frankfurt, { radiusKm });
  const both =
    'The prover is within 21 km of Frankfurt, even if any 2 of the 8 challengers that were asked lied. If nobody lied, it is within 12 km.';
  expect(asked('4', 1)).toBe(
    `${both} Only a place within 1 km counts as verified. No answer came back soon enough to tell more.`,
  );
  expect(asked('4', 15)).toBe(
    `${both} Only a place within 15 km counts as verified. More challengers near the claim would tell.`,
  );
  expect(asked('3', 1)).toMatch(/^The prover may be in Frankfurt, or up to 12 km from there\./);
  expect(asked('3', 15)).toMatch(/^If nobody lied, the prover is within 12 km of Frankfurt\. If any 2 /);
});

test('a place without a city around it is told by its coordinates, which nobody is in', () => {
  const atSea = { latitude: 12, longitude: -30 };
  const lies = [0, 1, 2, 3, 4, 5, 6];
  expect(worded('3', atSea, atSea, {}, lies)).toMatch(/^The prover is not at 12\.00 N 30\.00 W\./);
  expect(worded('2', atSea, atSea, {}, lies)).toMatch(/^The prover is not in 12\.00 N 30\.00 W\./);
});

test('since the second wording an open zone tells of the answers against the claim', () => {
  const asked = seen(zurich, zurich, { zone: 'CH', liars: 5 }, [8, 9]);
  const open = /^It is open whether the prover is in Switzerland\. The answers also allow land of Germany\. (.*)$/;
  const saidOf = (settings: Record<string, string>) =>
    open.exec(pol.judge({ ...asked, prepared, settings } as never).reason)?.[1];
  expect(saidOf(newestWording)).toMatch(
    /measured the prover\. 2 of them speak against Zurich\. .* Either these 2 lie, or/,
  );
  expect(saidOf({ wording: '2' })).toMatch(/^10 of 12 challengers agree with Zurich, but .* Either 2 lie or/);
  expect(saidOf({})).toBe('Challengers closer to the prover would tell.');
});

describe('a zone', () => {
  test('is verified where all land that the answers allow is inside', () => {
    const { verified, reason, result } = verdict(frankfurt, frankfurt, { zone: 'EU' });
    expect(verified).toBe('true');
    expect(reason).toMatch(/^The prover is in the EU: .* even if any 2 of the 8 challengers around it lied/);
    expect(result).toMatchObject({ zone: 'inside', zone_name: 'EU', zone_as_of: '2020-02-01' });
  });

  test('is refuted where none of it is', () => {
    const { verified, reason, result } = verdict(zurich, zurich, { zone: 'FR,IT' });
    expect(verified).toBe('false');
    expect(reason).toMatch(/^The prover is not in France or Italy/);
    expect(result.zone).toBe('outside');
  });

  test('stays open with the countries that are possible too', () => {
    const { verified, reason, result } = verdict(zurich, zurich, { zone: 'CH', liars: 5 });
    expect(verified).toBe('inconclusive');
    expect(reason).toMatch(
      /It is open whether the prover is in Switzerland\. The answers also allow land of .*Germany/,
    );
    expect(result.zone_reaches).toMatch(/DE/);
  });

  test('does not save a claim that is refuted', () => {
    expect(verdict(frankfurt, { latitude: 52.5, longitude: 13.4 }, { zone: 'EU' }).verified).not.toBe('true');
  });

  test('is neither verified nor refuted by fewer than four, of whom one may be a liar', () => {
    const all = seen(frankfurt, zurich, { zone: 'FR,CH' }, [0, 1, 2]);
    for (const asked of [1, 2, 3]) {
      const input = { ...all, asked, lookouts: 0, readings: all.readings.slice(0, asked), prepared };
      const { verified, reason, result } = pol.judge(input as never);
      expect(result.zone).toBe('undecided');
      expect([asked, verified, reason]).toEqual([
        asked,
        'inconclusive',
        expect.stringMatching(/Fewer than 4 can never/),
      ]);
    }
  });

  test('is not moved by as many liars as the rule allows for', () => {
    for (const lies of [
      [0, 1],
      [3, 7],
      [2, 9, 11],
    ])
      expect(verdict(frankfurt, frankfurt, { zone: 'FR' }, lies).result.zone).not.toBe('inside');
  });
});

test('a smaller radius and a stronger draw can be demanded', () => {
  expect(verdict(frankfurt, frankfurt, { radiusKm: 20 })).toMatchObject({ verified: 'inconclusive' });
  expect(verdict(frankfurt, frankfurt, { zone: 'EU', radiusKm: 20 })).toMatchObject({ verified: 'inconclusive' });
  expect(verdict(frankfurt, frankfurt, { withstands: 3 }).reason).toMatch(/withstands 2 colluding .* 3 were asked for/);
  expect(verdict(frankfurt, frankfurt, { withstands: 2 })).toMatchObject({ verified: 'true' });
});

test('the operator’s limit counts where it is the smaller one', () => {
  const input = { ...seen(frankfurt, frankfurt, { radiusKm: 20_000 }), settings: { max_uncertainty_km: '50' } };
  expect(pol.judge(input as never).result.acceptable_km).toBe('50');
});

test('where the place stays open, the result says that the zone alone was shown', () => {
  const asked = { ...seen(frankfurt, frankfurt, { zone: 'EU' }), prepared };
  expect(pol.judge(asked as never).result.shown).toBe(undefined);
  const { verified, result } = pol.judge({ ...asked, settings: { max_uncertainty_km: '5' } } as never);
  expect([verified, result.zone, result.shown]).toEqual(['true', 'inside', 'zone']);
});

test('an ask is encoded in one way, and fewer liars than the rule allows for are refused', () => {
  const { ask } = seen(frankfurt, frankfurt, { zone: 'EU' });
  const asked = { ...ask, proverRegistry: `0x${'22'.repeat(20)}` } as const;
  expect(pol.later?.isNeededFor(asked)).toBe(true);
  expect(pol.decode(pol.encode(asked))).toEqual(asked);
  for (const info of [`${pol.encode(asked)}00`, pol.encode(asked).replace(/4555/, '4556'), `${pol.encode(asked)}zz`])
    expect(() => pol.decode(info as `0x${string}`)).toThrow(/zone|challengeInfo/);
  expect(() => pol.encode({ ...asked, liars: 2 })).toThrow(/liars is 2, and must be a whole number from 3/);
});

test('lists name a polygon and do not carry its points', () => {
  const ring = [
    [8, 50],
    [9, 50],
    [9, 51],
    [8, 50],
  ];
  const { ask } = seen(frankfurt, frankfurt, { zone: JSON.stringify({ type: 'Polygon', coordinates: [ring] }) });
  const parameters = pol.parameters(ask);
  expect(parameters.zone).toBe('polygon a3d251d87ff2a30b0fa3544334c407db');
  expect(pol.words.asked(parameters)).toBe('in the polygon a3d251d8, 50.11, 8.68');
  const { ask: other } = seen(frankfurt, frankfurt, {
    zone: JSON.stringify({ type: 'Polygon', coordinates: [[...ring].reverse()] }),
  });
  expect(pol.parameters(other).zone).not.toBe(parameters.zone);
});

test('a city is named beside coordinates only where the prover claims them', () => {
  const claims = { city: 'Frankfurt', latitude: '50.1109', longitude: '8.6821' };
  expect(pol.words.asked({ latitude: '50.1109', longitude: '8.6821' }, claims)).toBe('50.1109, 8.6821, Frankfurt');
  expect(pol.words.asked({ latitude: '49.49', longitude: '8.47' }, claims)).toBe('49.49, 8.47');
  expect(pol.words.asked({ latitude: '50.1109', longitude: '8.47' }, claims)).toBe('50.1109, 8.47');
  expect(pol.words.asked({ latitude: '49.49', longitude: '8.47' }, { city: 'Frankfurt' })).toBe('49.49, 8.47');
});
