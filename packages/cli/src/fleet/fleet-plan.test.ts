import type { WatchInfo } from '@trigpoint/client';
import { encodePolAsk } from '@trigpoint/proofs/asks';
import { findProfile } from '@trigpoint/proofs/registry';
import { describe, expect, test } from 'vitest';
import { csvOf } from './csv.ts';
import { type Fleet, fleetOf } from './fleet-file.ts';
import { planFleet, type Step } from './fleet-plan.ts';

const [one, two] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const;
const member = { name: 'db-1', prover: `IPv4/${one}`, labels: { region: 'eu' } };
const other = { name: 'db-2', prover: two, labels: { region: 'us' } };
const rule = { name: 'residency', labels: { region: 'eu' }, zone: 'EU', every: '6h', for: '90d' };
const file = (fields: object = {}) => ({ fleet: 'f', provers: [member, other], watches: [rule], ...fields });
const fleet = (change: object = {}): Fleet => fleetOf(file({ watches: [{ ...rule, ...change }] }));

const now = Date.parse('2030-01-01T00:00:00Z');
const dayMs = 86_400_000;
const ask = (fields: object = {}) =>
  encodePolAsk({
    ...({ proverRegistry: `0x${'0'.repeat(40)}`, prover: one, isIPv6: false } as const),
    ...{ challengers: 8, tolerance: 2, latitude: 50.11, longitude: 8.68, zone: 'EU', ...fields },
  });
const running = (fields: Partial<WatchInfo> = {}): WatchInfo => ({
  ...{ watch: 'a'.repeat(20), name: 'f/residency/db-1', state: 'running', prover: `IPv4/${one}` },
  ...{ parameters: {}, number_of_challengers: 8, ask: ask(), every_seconds: 21_600, from: '' },
  ...{ until: new Date(now + 60 * dayMs).toISOString(), slots: 1, price_per_slot: '0', next_window: null },
  ...{ last_result: '', last_asked_at: null, public: false, ...fields },
});
const steps = (it: Fleet, ...mine: WatchInfo[]): readonly Step[] => planFleet(it, mine, now).steps;
const changes = (it: Fleet, mine: WatchInfo) =>
  steps(it, mine).map((step) => (step.does === 'change' ? step.changes : step.does));

describe('the plan of a fleet', () => {
  test('adds what is missing, for those who have the label', () => {
    expect(steps(fleet())).toMatchObject([
      { does: 'add', wanted: { name: 'f/residency/db-1', prover: `IPv4/${one}` } },
    ]);
  });

  test('is empty where everything is as the file says, whatever other names there are', () => {
    const mine = [running(), running({ name: 'other/residency/db-1' }), running({ name: 'mine', prover: 'IPv4/x' })];
    expect(planFleet(fleet(), mine, now)).toEqual({ steps: [], kept: 1 });
  });

  test('changes what differs, and nothing else of what is asked', () => {
    const [step] = steps(fleet({ zone: 'DE', challengers: 12, every: '12h' }), running());
    if (step?.does !== 'change') throw new Error(step?.does);
    expect(step.changes).toEqual(['zone EU → DE', 'challengers 8 → 12', 'every 6 h → 12 h']);
    expect(step.edit?.every_seconds).toBe(43_200);
    expect(findProfile('pol')?.decode(step.edit?.ask as `0x${string}`)).toMatchObject({
      ...{ prover: one, latitude: 50.11, longitude: 8.68, zone: 'DE', challengers: 12, tolerance: 4 },
    });
  });

  test('takes away what the file does not demand', () => {
    expect(changes(fleet(), running({ ask: ask({ radiusKm: 50 }) }))).toEqual([['radius 50 → none']]);
  });

  test('a prover that claims another place does not take its watch along; the file can', () => {
    expect(steps(fleet(), running({ ask: ask({ latitude: 1.35, longitude: 103.82 }) }))).toEqual([]);
    const placed = fleetOf(file({ provers: [{ ...member, latitude: 52.5, longitude: 13.4 }] }));
    expect(changes(placed, running())).toEqual([['place 50.11, 8.68 → 52.5, 13.4']]);
  });

  test('renews a watch when half of its time is over, and not before', () => {
    const left = (days: number) => running({ until: new Date(now + days * dayMs).toISOString() });
    expect(steps(fleet(), left(46))).toEqual([]);
    expect(changes(fleet(), left(44))).toEqual([[expect.stringContaining('→ 2030-04-01')]]);
    expect(changes(fleet({ for: '30d' }), left(60))).toEqual([[expect.stringContaining('→ 2030-01-31')]]);
    expect(changes(fleet({ for: undefined, until: '2030-03-02T00:00:00Z' }), left(60))).toEqual([]);
  });

  test('goes on with what somebody paused', () => {
    expect(steps(fleet(), running({ state: 'paused' }))).toMatchObject([
      { does: 'change', isPaused: true, edit: undefined },
    ]);
  });

  test('ends what is not in the file, what is there twice, and what is about another prover', () => {
    const mine = [
      running({ watch: 'second' }),
      running({ watch: 'first' }),
      running({ watch: 'gone', name: 'f/residency/db-9' }),
      running({ watch: 'swapped', prover: `IPv4/${two}` }),
    ];
    const ended = steps(fleet(), ...mine).map((it) => (it.does === 'end' ? [it.watch.watch, it.why] : it.does));
    expect(ended).toEqual([
      ['second', 'a second one'],
      ['gone', 'not in the file'],
      ['swapped', 'about another prover'],
    ]);
  });
});

test.each<[string, object, string]>([
  ['a field that nobody knows', file({ watches: [{ ...rule, zones: 'EU' }] }), 'watches[0] has a field zones'],
  ['a label that nobody has', file({ watches: [{ ...rule, labels: { region: 'UE' } }] }), 'none has region=UE'],
  ['a label that is a number', file({ provers: [{ ...member, labels: { rack: 7 } }] }), 'provers[0].labels'],
  ['two provers of one name', file({ provers: [member, member] }), 'two of the name db-1'],
  ['half a place', file({ provers: [{ ...member, latitude: 1 }] }), 'name both or neither'],
  ['a watch without an end', file({ watches: [{ ...rule, for: undefined }] }), 'needs an end'],
  ['a name with a slash', file({ fleet: 'a/b' }), 'fleet must be a name'],
  ['no provers', file({ provers: [] }), 'provers must be a list'],
  ['a length without a unit', file({ watches: [{ ...rule, every: 6 }] }), 'watches[0].every takes a time'],
])('a file with %s is refused by its place', (_, value, message) => {
  // YAML has no undefined: the field is not there.
  expect(() => fleetOf(JSON.parse(JSON.stringify(value)))).toThrow(message);
});

test('CSV is quoted, and no cell is a formula', () => {
  expect(
    csvOf([
      ['a', 'b,c', 'say "x"'],
      ['=1+1', '-2', 'x\ny'],
    ]),
  ).toBe('a,"b,c","say ""x"""\r\n\'=1+1,\'-2,"x\ny"\r\n');
});
