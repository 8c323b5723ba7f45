import type { Evidence } from '@trigpoint/proofs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pobFromEvidence, polFromEvidence } from './from-evidence.ts';

const start = Date.parse('2026-01-02T03:04:05Z');
const after = (s: number) => new Date(start + s * 1000).toISOString();
const signed = (
  challenger: string,
  endedS: number,
  told: { series?: object; failure?: { failure: 'timeout'; detail: string } },
) =>
  JSON.stringify({
    challenge_id: '7',
    attempt: 1,
    prover: 'IPv4/prover',
    challenger,
    proof_type: 'pol',
    ...told,
    started_at: after(1),
    ended_at: after(endedS),
    prover_counter_signature: null,
  });
const claims: Record<string, Record<string, string>> = {
  'IPv4/a': { city: 'Amsterdam', latitude: '52.4', longitude: '4.9' },
  'IPv4/b': { city: 'Berlin', latitude: '52.5', longitude: '13.4' },
  'IPv4/c': { city: 'Cologne', latitude: '50.9', longitude: '7' },
};
const part = (id: string, state: string, message: string | null) => ({
  challenger: { id, claims: claims[id], owner: '', network: '' },
  lookout: false,
  state,
  message,
  signature: message && '0x',
});

interface Told {
  readonly detail?: unknown;
  readonly verified?: 'true' | 'false' | 'inconclusive';
  readonly reason?: string;
  readonly result?: Record<string, string>;
  readonly seats?: ReturnType<typeof part>[];
}
const evidence = ({ detail = {}, verified = 'true', reason = 'Because.', result = {}, seats }: Told): Evidence =>
  ({
    transcript_hash: 'ab',
    calibration: null,
    eligible_tree: null,
    transcript: {
      challenge_id: '7',
      proof_type: 'pol',
      block_number: 18_204,
      submitted_at: after(0),
      ended_at: after(9),
      prover: { id: 'IPv4/prover', claims: { city: 'Frankfurt', latitude: '50.1', longitude: '8.7' } },
      draw: { seed: 'abcdef0123456789', seats: seats ?? measured },
      verdict: { verified, reason, result, detail },
    },
  }) as unknown as Evidence;
const measured = [
  part('IPv4/a', 'read', signed('IPv4/a', 3, { series: { rtts_us: [9000, 7240, 100], starved: [2] } })),
  part('IPv4/b', 'read', signed('IPv4/b', 2, { failure: { failure: 'timeout', detail: '' } })),
  part('IPv4/c', 'declined', null),
];

test('an ended location challenge shows who answered, who failed and why', () => {
  const view = polFromEvidence(
    evidence({ detail: { bounds_km: [40, 120], possible_liars: 1, possible_liars_of_all: 2 } }),
  );
  expect(view.witnesses.map((it) => [it.name, it.state, it.remark, it.fastestMs])).toEqual([
    ['Amsterdam', 'answered', undefined, 7.24],
    ['Berlin', 'failed', 'the prover did not answer in time', undefined],
    ['Cologne', 'failed', 'declined the task', undefined],
  ]);
  expect(view).toMatchObject({
    id: '7',
    outcome: 'verified',
    reason: 'Because.',
    asked: 3,
    boundsKm: [40, 120],
    liars: 1,
    liarsOfAll: 2,
    startedAt: start,
    endedAt: start + 9000,
  });
  expect(view.claim).toEqual({ place: { latitude: 50.1, longitude: 8.7 }, name: 'Frankfurt' });
});

test('what the verdict counted stands above what can be read from the series', () => {
  const detail = {
    claim: { latitude: 48.1, longitude: 11.6 },
    challengers: [
      { id: 'IPv4/a', rtt_us: 8500, lookout: true, excludes: true, excludes_in_any_medium: true, short_km: 1 },
    ],
    estimate: { latitude: 50, longitude: 8, radius_km: 42, city: 'Mainz' },
  };
  // Who is a lookout is known of those too that could not measure.
  const seats = measured.map((it, i) => ({ ...it, lookout: i < 2 }));
  const view = polFromEvidence(evidence({ detail, verified: 'false', result: { holds_in: 'fibre' }, seats }));
  expect(view.witnesses.map((it) => it.isLookout)).toEqual([true, true, false]);
  expect(view.witnesses[0]).toMatchObject({ fastestMs: 8.5, isLookout: true, excludesInAnyMedium: true });
  expect(view.witnesses[0]?.shortKm).toBeGreaterThan(0);
  expect(view.holdsIn).toBe('fibre');
  // Somebody asked about Munich, and the prover claims Frankfurt: its city is no name for that place.
  expect(view.claim).toEqual({ place: { latitude: 48.1, longitude: 11.6 }, name: '48.10, 11.60' });
  expect(view.estimate).toEqual({ place: { latitude: 50, longitude: 8 }, radiusKm: 42, name: 'Mainz' });
  // Without an estimate of the verdict's own, what lies inside the discs stands in.
  expect(polFromEvidence(evidence({})).estimate?.name).toBe('Amsterdam');
});

test('what happened is told in order: request, draw, first and last reading, verdict', () => {
  const late = part('IPv4/c', 'read', signed('IPv4/c', 4, { series: { rtts_us: [9000] } }));
  const { moments } = polFromEvidence(evidence({ verified: 'false', seats: [...measured.slice(0, 2), late] }));
  expect(moments.map((it) => it.text)).toEqual([
    'Request read from the chain, block 18,204',
    '3\u00a0challengers drawn by seed abcd…\u20606789',
    'First reading, Amsterdam',
    'Last reading, Cologne',
    'Refuted',
  ]);
  expect(moments.map((it) => it.at)).toEqual(moments.map((it) => it.at).toSorted((a, b) => a - b));
  expect(moments.map((it) => it.tone)).toEqual([undefined, undefined, undefined, undefined, 'no']);
  const lookouts = measured.map((it, i) => ({ ...it, lookout: i < 2 }));
  expect(polFromEvidence(evidence({ seats: lookouts })).moments[1]?.text).toBe(
    '1\u00a0challenger and 2\u00a0lookouts drawn by seed abcd…\u20606789',
  );
  const alone = polFromEvidence(evidence({ seats: measured.slice(0, 1) })).moments.map((it) => it.text);
  expect(alone).toContain('1\u00a0challenger drawn by seed abcd…\u20606789');
  // Berlin could not measure, so it read nothing.
  for (const given of [alone, polFromEvidence(evidence({})).moments.map((it) => it.text)])
    expect(given.filter((it) => it.includes('reading'))).toEqual(['First reading, Amsterdam']);
});

test('evidence of another version, whatever stands in its detail, is shown as far as it is understood', () => {
  fc.assert(
    fc.property(fc.anything({ maxDepth: 3, withNullPrototype: false }), (detail) => {
      for (const it of [
        detail,
        { claim: detail, estimate: detail, challengers: detail, bounds_km: detail, rounds: detail },
      ]) {
        const pol = polFromEvidence(evidence({ detail: it }));
        expect(pol.witnesses).toHaveLength(3);
        for (const km of pol.boundsKm) expect(Number.isFinite(km)).toBe(true);
        const pob = pobFromEvidence(evidence({ detail: it }), { bandwidth_mbps: '100' });
        expect(Number.isFinite(pob.claimMbps + pob.thresholdMbps)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

const round = (challenger: string, extra: object) => ({
  challenger,
  counted: true,
  mbps: 97.8,
  bytes: 100,
  voids: [],
  ...extra,
});

test('an ended bandwidth challenge shows its rounds, then those who gave none', () => {
  const curve = [
    [40, 80],
    [80, 100],
    [120, 98],
    [160, 99],
    [200, 12],
    [240, 3],
    [243, 900],
    ['x', 1],
  ];
  const detail = {
    asked_mbps: 100,
    threshold_mbps: 80,
    rounds: [
      round('IPv4/a', { curve, loss: 0.01, rtt_ms: 6, transport: 'tcp' }),
      round('IPv4/b', { counted: false, voids: ['burst of 4 %'] }),
    ],
  };
  const view = pobFromEvidence(evidence({ detail, result: { bandwidth_mbps: '97.8', direction: 'up' } }), {});
  expect(view.rounds.map((it) => [it.name, it.state, it.remark])).toEqual([
    ['Amsterdam', 'counted', undefined],
    ['Berlin', 'left-out', 'Burst of 4 %'],
    ['Cologne', 'voided', 'Declined the task'],
  ]);
  const seats = [...measured.slice(0, 2), part('IPv4/c', 'cancelled', null)];
  const last = pobFromEvidence(evidence({ detail, seats }), {}).rounds[2];
  expect([last?.state, last?.remark]).toEqual(['not-needed', 'The rounds before it had decided']);
  expect(view).toMatchObject({ direction: 'up', claimMbps: 100, thresholdMbps: 80, medianMbps: 97.8, asked: 3 });
  expect(view.rounds[0]).toMatchObject({ loss: 0.01, rttMs: 6, transport: 'tcp', bytes: 100, mbps: 97.8 });
  // The drop after the challenger had stopped sending is not the prover's, nor is what came late and all at once.
  expect(view.rounds[0]?.curve).toEqual([
    [40, 80],
    [80, 100],
    [120, 98],
    [160, 99],
  ]);
});

test('a round is voided for reasons other than a burst; a false digest is told first', () => {
  const rounds = [
    round('IPv4/a', { counted: false, voids: ['the machine was held', 'too short'] }),
    round('IPv4/b', { counted: false, false_digest: true, voids: ['too short'] }),
  ];
  const view = pobFromEvidence(evidence({ detail: { rounds }, result: { bandwidth_mbps: '5' } }), {
    bandwidth_mbps: '200',
  });
  expect(view.rounds.slice(0, 2).map((it) => [it.state, it.remark])).toEqual([
    ['voided', 'The machine was held; too short'],
    ['voided', 'The prover signed a checksum of data that never reached it'],
  ]);
  // No round counts, so there is no median; what was asked is read from the request.
  expect(view).not.toHaveProperty('medianMbps');
  expect([view.claimMbps, view.thresholdMbps, view.direction]).toEqual([200, 180, 'down']);
});

test('a round keeps the number of its seat, also where the one before it gave none', () => {
  const rounds = [round('IPv4/b', {})];
  const view = pobFromEvidence(evidence({ detail: { rounds }, result: { bandwidth_mbps: '97.8' } }), {});
  expect(view.rounds.map((it) => it.challenger)).toEqual(['IPv4/a', 'IPv4/b', 'IPv4/c']);
});

test('where no single place fits the answers, neither an estimate nor a bound is shown', () => {
  const detail = { estimate: { latitude: 51, longitude: 6, radius_km: 3 }, bounds_km: [10, 20] };
  const shown = (verified: 'true' | 'false' | 'inconclusive', reason: string, result: Record<string, string> = {}) => {
    const view = polFromEvidence(evidence({ verified, reason, result, detail }));
    return [view.outcome, view.estimate !== undefined, view.boundsKm.length];
  };
  expect(shown('inconclusive', 'Too few.')).toEqual(['inconclusive', true, 2]);
  expect(shown('inconclusive', 'The answers contradict each other.', { zone: 'contradiction' })).toEqual([
    'contradictory',
    false,
    0,
  ]);
  expect(shown('false', 'Several machines answer under one key.')).toEqual(['refuted', false, 0]);
});

const answeredIn = (id: string, us: number) =>
  part(id, 'read', signed(id, 3, { series: { rtts_us: [us], starved: [] } }));

test('an estimate is shown only where it lies in every disc that counts; otherwise why there is none', () => {
  const shown = (latitude: number, longitude: number, seats: ReturnType<typeof part>[], told: Partial<Told> = {}) => {
    const detail = { estimate: { latitude, longitude, radius_km: 60 }, ...(told.detail as object | undefined) };
    const view = polFromEvidence(evidence({ ...told, detail, seats }));
    return view.noEstimate ?? view.estimate?.place;
  };
  const cologne = { latitude: 50.9, longitude: 7 };
  // A busy machine: Cologne had its answer within 201 km, the others came late and fit a place further off.
  const slow = [answeredIn('IPv4/a', 20_000), answeredIn('IPv4/b', 25_000), answeredIn('IPv4/c', 2000)];
  expect(shown(50.9, 7, slow)).toEqual(cologne);
  expect(shown(48.2, 16.4, slow)).toBe('outside');
  expect(shown(48.2, 16.4, slow, { verified: 'false' })).toBe('outside');
  // Amsterdam and Berlin are 577 km apart.
  const apart = [answeredIn('IPv4/a', 1000), answeredIn('IPv4/b', 1000)];
  expect(shown(52.4, 4.9, apart, { verified: 'false' })).toBe('apart');
  expect(shown(52.4, 4.9, slow, { verified: 'false', reason: 'Several machines answer.' })).toBe('apart');
  // A disc that leaves a verified claim outside is taken for a lie; and what the verdict left out is no disc at all.
  const challengers = [{ id: 'IPv4/a', rtt_us: 20_000, excludes: false }];
  const lies = [...challengers, { id: 'IPv4/c', rtt_us: 2000, excludes: true }];
  expect(shown(48.2, 16.4, slow, { detail: { challengers: lies } })).toEqual({ latitude: 48.2, longitude: 16.4 });
  expect(shown(48.2, 16.4, slow, { detail: { challengers: lies }, verified: 'false' })).toBe('outside');
  expect(shown(48.2, 16.4, slow, { detail: { challengers }, verified: 'false' })).toEqual({
    ...{ latitude: 48.2, longitude: 16.4 },
  });
  // The model says 60 km at least, and a disc around Cologne less.
  const radiusIn = (us: number) => {
    const detail = { estimate: { ...cologne, radius_km: 60 } };
    return polFromEvidence(evidence({ detail, verified: 'false', seats: [answeredIn('IPv4/c', us)] })).estimate
      ?.radiusKm;
  };
  expect(radiusIn(2000)).toBe(60);
  expect(radiusIn(300)).toBeGreaterThan(30);
  expect(radiusIn(300)).toBeLessThan(40);
  // Nobody answered: there is nothing to estimate, and nothing to say about it.
  expect(polFromEvidence(evidence({ seats: [part('IPv4/c', 'declined', null)] }))).not.toHaveProperty('noEstimate');
});

test('a prover is called by its name or its key, never by what it claims', () => {
  const of = (claimed: object, id = 'IPv4/0x1234567890abcdef') => {
    const told = evidence({ verified: 'inconclusive', seats: [] });
    return polFromEvidence({
      ...told,
      transcript: { ...told.transcript, prover: { ...told.transcript.prover, id, claims: claimed } },
    } as Evidence);
  };
  const frankfurt = { city: 'Frankfurt', latitude: '50.1', longitude: '8.7' };
  expect([of({ ...frankfurt, name: 'db-7' }).prover, of(frankfurt).prover]).toEqual(['db-7', '0x1234…\u2060cdef']);
});
