import { ownRadiusKm } from '@trigpoint/proofs';
import { plural } from '../figures.ts';
import type { Moment } from '../parts/timeline.tsx';
import { type Claims, nameOf, placeOf, whereOf } from './agents.ts';
import type { Heard } from './live.ts';
import type { HistoryRow } from './outcomes.ts';
import type { PobView, Round } from './pob-view.ts';
import { type PolView, toWitness, type Witness } from './pol-view.ts';
import { failureWord } from './readings.ts';

/** Claims of agents by id, from the lists: a running challenge names its challengers by id alone. */
export type KnownAgents = ReadonlyMap<string, Claims>;

export const chosenOf = (heard: Heard): string[] => {
  const accepted = heard.events.findLast((it) => it.kind === 'accepted');
  const { challengers } = accepted?.data ?? {};
  return Array.isArray(challengers) ? challengers.map(String) : [];
};

export const liveMomentsOf = (row: HistoryRow, heard: Heard, agents: KnownAgents): Moment[] => {
  const name = (id: unknown) => nameOf(String(id), agents.get(String(id)) ?? {});
  const told = heard.events.flatMap(({ at, kind, data }): Moment[] => {
    if (kind === 'accepted')
      return [
        { at, text: `${plural(chosenOf({ ...heard, events: [{ at, kind, data }] }).length, 'challenger')} chosen` },
      ];
    // Positions count from 0, rounds from 1.
    if (kind === 'round') return [{ at, text: `Round ${Number(data.position) + 1}, ${name(data.challenger)}` }];
    if (kind === 'reading') return [{ at, text: `Reading, ${name(data.challenger)}` }];
    if (kind === 'refused') return [{ at, text: `Reading refused, ${name(data.challenger)}` }];
    return [];
  });
  return [{ at: Date.parse(row.challenge_start_time), text: 'Request read from the chain' }, ...told.slice(-9)];
};

const times = (row: HistoryRow) => ({
  startedAt: Date.parse(row.challenge_start_time),
  dueAt: Date.parse(row.challenge_end_time),
});

export const polFromLive = (row: HistoryRow, heard: Heard, agents: KnownAgents): PolView => {
  const claims = agents.get(row.prover) ?? {};
  const place = placeOf(row.parameters) ?? { latitude: 0, longitude: 0 };
  const radiusKm = Number(claims.radius ?? 0);
  const read = new Map(
    heard.events.filter((it) => it.kind === 'reading').map(({ data }) => [String(data.challenger), data.failure]),
  );
  const chosen = chosenOf(heard);
  const witnesses = chosen.flatMap((id): Witness[] => {
    const own = agents.get(id) ?? {};
    const at = placeOf(own);
    if (!at) return [];
    const { fastest_us, answered, probes } = heard.progress.get(id) ?? {};
    const base = { id, name: nameOf(id, own), where: whereOf(id, own), place: at, ownRadiusKm: ownRadiusKm(own) };
    const failure = read.get(id);
    if (typeof failure === 'string')
      return [toWitness({ ...base, state: 'failed', remark: failureWord(failure) }, place, radiusKm)];
    if (typeof fastest_us !== 'number' || fastest_us <= 0)
      return [
        toWitness(
          { ...base, state: 'assigned', remark: read.has(id) ? 'reading received' : 'assigned' },
          place,
          radiusKm,
        ),
      ];
    const ms = fastest_us / 1000;
    if (read.has(id)) return [toWitness({ ...base, state: 'answered', rttsMs: [ms] }, place, radiusKm)];
    return [
      toWitness(
        { ...base, state: 'probing', remark: `probing, ${answered ?? 0} of ${probes ?? '?'}` },
        place,
        radiusKm,
      ),
    ];
  });
  return {
    id: row.id,
    outcome: 'measuring',
    reason: '',
    claim: { place, name: nameOf(row.prover, claims), radiusKm },
    witnesses,
    asked: chosen.length,
    boundsKm: [],
    liars: Math.floor(chosen.length / 3),
    ...times(row),
    moments: liveMomentsOf(row, heard, agents),
  };
};

export const pobFromLive = (row: HistoryRow, heard: Heard, agents: KnownAgents): PobView => {
  const claimMbps = Number(row.parameters.bandwidth_mbps ?? 1);
  const chosen = chosenOf(heard);
  const begun = heard.events.filter((it) => it.kind === 'round').map(({ data }) => String(data.challenger));
  const read = new Map(
    heard.events.filter((it) => it.kind === 'reading').map(({ data }) => [String(data.challenger), data.failure]),
  );
  // The order is secret until a round begins: rounds to come have no name.
  const running = [...new Set([...begun, ...read.keys(), ...heard.curves.keys()])];
  const started = running.map((id): Round => {
    const curve = heard.curves.get(id) ?? [];
    const failure = read.get(id);
    const base = { challenger: id, name: nameOf(id, agents.get(id) ?? {}), curve, bytes: 0 };
    if (typeof failure === 'string') return { ...base, state: 'voided', remark: failureWord(failure) };
    const late = curve.slice(-Math.max(1, Math.floor(curve.length / 2))).map(([, rate]) => rate);
    const typical = late.toSorted((a, b) => a - b)[Math.floor(late.length / 2)];
    if (!read.has(id)) return { ...base, state: 'running' };
    return {
      ...base,
      state: 'counted',
      ...(typical === undefined ? {} : { mbps: typical }),
      remark: 'Read; judged at the end',
    };
  });
  const waiting = Array.from(
    { length: Math.max(0, chosen.length - started.length) },
    (_, i): Round => ({ challenger: `waiting ${i}`, name: '', state: 'waiting', curve: [], bytes: 0 }),
  );
  return {
    id: row.id,
    outcome: 'measuring',
    reason: '',
    direction: row.parameters.direction === 'up' ? 'up' : 'down',
    claimMbps,
    thresholdMbps: claimMbps * 0.9,
    rounds: [...started, ...waiting],
    asked: chosen.length,
    ...times(row),
    moments: liveMomentsOf(row, heard, agents),
  };
};
