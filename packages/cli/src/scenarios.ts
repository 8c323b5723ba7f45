import type { Scenario } from '@trigpoint/proofs/pol';

type Challenger = Scenario['challengers'][number];
type Claim = NonNullable<Scenario['claim']>;
type Fields = Readonly<Record<string, unknown>>;

const mostKm = 20_038;

/** Reads one line of measurements. An error names the line and what is wrong with it. */
export function scenarioOf(line: string, number: number, wants: { readonly claim: boolean }): Scenario {
  const wrong = (what: string): never => {
    throw new Error(`Line ${number}: ${what}.`);
  };
  const within = (fields: Fields, name: string, low: number, high: number, whose: string): number => {
    const value = fields[name];
    if (typeof value !== 'number') return wrong(`${whose} has no number ${name}`);
    return value >= low && value <= high ? value : wrong(`${name} of ${whose} is ${value}, not ${low} to ${high}`);
  };
  const place = (fields: Fields, whose: string) => ({
    lat: within(fields, 'lat', -90, 90, whose),
    lon: within(fields, 'lon', -180, 180, whose),
  });
  const challenger = (it: unknown, i: number): Challenger => {
    if (!isFields(it) || typeof it.id !== 'string' || it.id === '') return wrong(`challenger ${i + 1} has no id`);
    const rtt_ms = it.rtt_ms;
    // A forged round trip may have been rounded to 0. The rules leave it out later.
    if (typeof rtt_ms !== 'number' || !(rtt_ms >= 0 && rtt_ms < 1e6))
      return wrong(`rtt_ms of ${it.id} is ${JSON.stringify(rtt_ms)}; leave out who had no answer`);
    return { id: it.id, ...place(it, it.id), rtt_ms };
  };
  const claimOf = (it: unknown): Claim => {
    if (!isFields(it)) return wrong('there is no claim {lat, lon, radius_km} to check');
    const { radius_km } = it;
    const radius = radius_km == null ? {} : { radius_km: within(it, 'radius_km', 0, mostKm, 'the claim') };
    return { ...place(it, 'the claim'), ...radius };
  };
  const fastestOf = (all: readonly Challenger[]): Challenger[] => {
    const fastest = new Map<string, Challenger>();
    for (const it of all) {
      const known = fastest.get(it.id);
      if (known && (known.lat !== it.lat || known.lon !== it.lon)) wrong(`${it.id} stands in two places`);
      if (!known || it.rtt_ms < known.rtt_ms) fastest.set(it.id, it);
    }
    return [...fastest.values()];
  };

  const value = parsed(line);
  if (!isFields(value)) return wrong('not a JSON object');
  const { trial = number, prover = '', challengers } = value;
  if (!Array.isArray(challengers)) return wrong('there is no list of challengers');
  if (challengers.length === 0) return wrong('the list of challengers is empty');
  if (typeof trial !== 'number' && typeof trial !== 'string') return wrong('trial is neither a number nor a text');
  return {
    trial,
    prover: String(prover ?? ''),
    // A challenger that is listed twice measured twice. Its fastest measurement counts, and it has one vote.
    challengers: fastestOf(challengers.map(challenger)),
    ...(wants.claim ? { claim: claimOf(value.claim) } : {}),
  };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
