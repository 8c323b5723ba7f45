import { challengeStates, isFinal, serviceAway } from '@trigpoint/protocol';
import { expect, test } from 'vitest';
import { askedOf, askedOtherwise, foundOf, type HistoryRow, outcomeOf, rowOutcome } from './outcomes.ts';
import { stoppedBy } from './stopped.ts';

const row = (extra: Partial<HistoryRow>) =>
  ({
    state: 'ENDED_SUCCESSFULLY',
    verified: 'true',
    prover: 'IPv4/a',
    parameters: {},
    result: {},
    ...extra,
  }) as HistoryRow;

test('a challenge is over here exactly when it is over for the service', () => {
  for (const state of challengeStates) {
    // Over without a verdict is inconclusive, never refuted; not over is measuring, whatever else is said.
    expect(rowOutcome(row({ state, verified: '' }))).toBe(isFinal(state) ? 'inconclusive' : 'measuring');
  }
  expect(['true', 'false', 'inconclusive', 'newer', ''].map(outcomeOf)).toEqual([
    ...['verified', 'refuted', 'inconclusive', 'inconclusive'],
    'measuring',
  ]);
});

test('answers that no place fits are a verdict of their own; a service that was away is nobody’s verdict', () => {
  const zone = { zone: 'contradiction' };
  expect(rowOutcome(row({ verified: 'inconclusive', result: zone }))).toBe('contradictory');
  expect(rowOutcome(row({ verified: 'false', result: zone }))).toBe('refuted');
  expect(rowOutcome(row({ verified: 'inconclusive', result: { zone: 'undecided' } }))).toBe('inconclusive');
  expect(stoppedBy(serviceAway)).toMatchObject({ outcome: 'voided', says: 'the service was away' });
  expect(stoppedBy('The prover declined: busy.').outcome).toBe('inconclusive');
});

test('what was claimed and what was found are told in a few words', () => {
  const nb = '\u00a0';
  const pol = row({
    parameters: { latitude: '52.523', longitude: '13.4' },
    result: { uncertainty_km: '40.2', challengers_excluding: '5', challengers_used: '12' },
  });
  const pob = row({
    parameters: { bandwidth_mbps: '500', direction: 'up' },
    result: { bandwidth_mbps: '97.84', rounds_valid: '2', rounds_total: '5' },
  });
  const prover = { claims: { city: 'Berlin', latitude: '52.5231', longitude: 13.4 } };
  expect(askedOf('pol', pol, prover)).toBe(', claims Berlin');
  expect(askedOf('pol', pol, { claims: { ...prover.claims, latitude: 48 } })).toBe(', asked for 52.52, 13.40');
  expect(askedOf('pol', pol)).toBe(', asked for 52.52, 13.40');
  // Who reads "outside the United States" learns that somebody asked about them.
  const inZone = row({ parameters: { ...pol.parameters, zone: 'US' } });
  expect(askedOf('pol', inZone, prover)).toBe(', claims Berlin, asked whether in the United States');
  expect(askedOtherwise('pol', inZone, prover)).toBe('');
  const near = row({ parameters: { ...pol.parameters, radius_km: '20' } });
  expect(askedOf('pol', near, prover)).toBe(`, claims Berlin, asked whether within 20${nb}km`);
  expect(askedOf('pob', pob, prover)).toBe(`, asked for 500${nb}Mbit/s up`);
  const fast = { claims: { ...prover.claims, uplink_bandwidth: 500, downlink_bandwidth: 900 } };
  expect(askedOf('pob', pob, fast)).toBe(`, claims 500${nb}Mbit/s up`);
  const slow = { claims: { uplink_bandwidth: 100, downlink_bandwidth: 500 } };
  expect([askedOtherwise('pob', pob, fast), askedOtherwise('pob', pob, slow)]).toEqual([
    '',
    `, asked for 500${nb}Mbit/s up`,
  ]);
  expect(askedOf('pob', pob, slow)).toBe(`, asked for 500${nb}Mbit/s up`);
  expect([foundOf('pol', pol), foundOf('pob', pob)]).toEqual(['within 41 km', `97.8${nb}Mbit/s`]);
  expect(foundOf('pol', { ...pol, verified: 'false' })).toBe('5 of 12 rule it out');
  expect(foundOf('pob', { ...pob, verified: 'inconclusive' })).toBe('2 of 5 rounds');
  expect(foundOf('pol', { ...pol, verified: 'inconclusive' })).toBe('not enough to tell');
  const unmeasured = {
    ...pol,
    verified: 'inconclusive',
    result: { challengers_used: '0', zone: 'undecided' },
  } as const;
  expect(foundOf('pol', unmeasured)).toBe('nobody could measure it');
  expect(foundOf('pol', { ...pol, verified: '', state: 'ERROR_NOT_ENOUGH_CHALLENGERS' })).toBe('too few challengers');
  expect(foundOf('pol', { ...pol, verified: '', state: 'ACCEPTED_BY_CHALLENGE_COORDINATOR' })).toBe('measuring');
});
