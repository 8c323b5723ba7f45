import { describe, expect, test } from 'vitest';
import { scenarioOf } from './scenarios.ts';

const a = { id: 'a', lat: 50, lon: 7, rtt_ms: 4 };
const line = (fields: object) => JSON.stringify({ trial: 1, prover: 'p', challengers: [a], ...fields });
const read = (text: string, claim = false) => scenarioOf(text, 7, { claim });

describe('a line of measurements', () => {
  test('is read, and what is not needed is left alone', () => {
    const claim = { lat: 50, lon: 8, radius_km: 30 };
    expect(read(line({ claim, truth: [1, 2], bad: ['a'] }), true)).toEqual({
      trial: 1,
      prover: 'p',
      challengers: [a],
      claim,
    });
    expect(read(JSON.stringify({ challengers: [a] }))).toEqual({ trial: 7, prover: '', challengers: [a] });
  });

  test('of a challenger listed twice the fastest counts, once', () => {
    expect(read(line({ challengers: [a, { ...a, rtt_ms: 3 }, { ...a, rtt_ms: 9 }] })).challengers).toEqual([
      { ...a, rtt_ms: 3 },
    ]);
  });

  test.each<[string, string, boolean?]>([
    ['{"challengers": [', 'not a JSON object'],
    ['[1]', 'not a JSON object'],
    ['{"lat": NaN}', 'not a JSON object'],
    ['{}', 'no list of challengers'],
    [line({ challengers: [] }), 'list of challengers is empty'],
    [line({ challengers: [{ ...a, id: 4 }] }), 'challenger 1 has no id'],
    [line({ challengers: [a, { id: 'b', lon: 1, rtt_ms: 1 }] }), 'b has no number lat'],
    [line({ challengers: [{ ...a, lon: 181 }] }), 'lon of a is 181'],
    [line({ challengers: [{ ...a, rtt_ms: null }] }), 'rtt_ms of a is null'],
    [line({ challengers: [{ ...a, rtt_ms: -1 }] }), 'rtt_ms of a is -1'],
    [line({ challengers: [a, { ...a, lat: 51 }] }), 'a stands in two places'],
    [line({ trial: {} }), 'trial is neither'],
    [line({}), 'no claim', true],
    [line({ claim: { lat: 91, lon: 0 } }), 'lat of the claim is 91', true],
    [line({ claim: { lat: 1, lon: 0, radius_km: -5 } }), 'radius_km of the claim is -5', true],
  ])('%s is refused by its number', (text, message, claim) => {
    expect(() => read(text, claim)).toThrow('Line 7: ');
    expect(() => read(text, claim)).toThrow(message);
  });
});
