import type { Ask, ProofType } from '@trigpoint/proofs';
import { appendEvents, newestEvents } from '../challenge/events.ts';
import * as leases from '../challenge/leases.ts';
import { Batches } from '../db/batches.ts';
import type { Db, Tx } from '../db/driver.ts';
import * as assignmentStore from './assignment-store.ts';
import type { RefusalCode } from './refusals.ts';

/** How long the remaining challengers have after enough others have answered. */
export const stragglerMs = 7_000;

/** How many readings one transaction stores. */
const mostAtOnce = 64;

export type Taken =
  | { readonly refused: RefusalCode }
  | { readonly taken: 'accepted' | 'repeated'; readonly due: boolean };

/** A reading whose signatures hold, and the challenge that it belongs to. */
interface CheckedReading extends assignmentStore.TakenReading {
  readonly proofType: string;
  readonly info: `0x${string}`;
}

interface ReadingIntakeOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly proofType: (id: string) => ProofType;
}

/** Stores readings, several in one transaction. */
export class ReadingIntake {
  readonly #options: ReadingIntakeOptions;
  readonly #batches = new Batches<CheckedReading, Taken>({
    most: mostAtOnce,
    work: (readings) => this.#takeAll(readings),
    keyOf: ({ challengeId, attempt, challengerId }) => `${challengeId} ${attempt} ${challengerId}`,
    oneByOne: true,
  });

  constructor(options: ReadingIntakeOptions) {
    this.#options = options;
  }

  take(reading: CheckedReading): Promise<Taken> {
    return this.#batches.add(reading);
  }

  #takeAll(readings: readonly CheckedReading[]): Promise<Taken[]> {
    const at = this.#options.now();
    return this.#options.db.write((tx) => this.#write(tx, readings, at));
  }

  async #write(tx: Tx, readings: readonly CheckedReading[], at: number): Promise<Taken[]> {
    const asked = new Map(readings.map((it) => [it.challengeId, this.#askOf(it)]));
    const ids = [...asked.keys()];
    const nears = grouped(ids, (id) => asked.get(id)?.ask.challengers as number);
    // These statements are sent together and run in this order. So the counts include the new readings.
    const [, recorded, newest, ...counted] = await Promise.all([
      leases.lockChallenges(tx, ids),
      assignmentStore.recordReadings(tx, readings, at),
      newestEvents(tx, ids),
      ...[...nears].map(([near, of]) => assignmentStore.countAssignments(tx, of, near)),
    ]);
    const counts = new Map(counted.flatMap((it) => [...it]));
    const isRecorded = new Set(recorded.map((it) => `${it.challengeId} ${it.challengerId}`));
    const taken = readings.filter((it) => isRecorded.has(`${it.challengeId} ${it.challengerId}`));
    const due = await this.#follow(tx, taken, asked, counts, newest, at);
    const outcomes: Taken[] = [];
    for (const it of readings)
      outcomes.push(
        taken.includes(it) ? { taken: 'accepted', due: due.has(it.challengeId) } : await whyNotTaken(tx, it),
      );
    return outcomes;
  }

  /** Writes the events and the time of the coordinator's next look. Returns the challenges that are due now. */
  async #follow(
    tx: Tx,
    taken: readonly CheckedReading[],
    asked: ReadonlyMap<string, { readonly ask: Ask; readonly proofType: ProofType }>,
    counts: ReadonlyMap<string, assignmentStore.AssignmentCounts>,
    newest: ReadonlyMap<string, number>,
    at: number,
  ): Promise<Set<string>> {
    const byChallenge = grouped(taken, (it) => it.challengeId);
    // Anybody may watch the events, also a liar who has not answered yet. So they do not tell whose reading came or what it says.
    const events = [...byChallenge].flatMap(([challengeId, own]) => {
      const before = (counts.get(challengeId)?.answered ?? 0) - own.length;
      return own.map((_, i) => ({ challengeId, kind: 'reading', data: { answered: before + i + 1 } }));
    });
    const sooner = [...byChallenge.keys()].flatMap((id) => {
      const of = asked.get(id);
      const dueAt = of && dueAfter(of.proofType, of.ask, counts.get(id), at);
      return dueAt === undefined ? [] : [{ id, dueAt }];
    });
    await Promise.all([
      events.length > 0 && appendEvents(tx, newest, at, events),
      sooner.length > 0 && leases.hastenAll(tx, sooner),
    ]);
    return new Set(sooner.filter((it) => it.dueAt <= at).map((it) => it.id));
  }

  #askOf({ proofType: id, info }: CheckedReading) {
    const proofType = this.#options.proofType(id);
    return { proofType, ask: proofType.decode(info) };
  }
}

/** When the coordinator should look again after one more assignment has ended. Undefined if that does not change. */
export const dueAfter = (
  { schedule }: Pick<ProofType, 'schedule'>,
  { challengers, tolerance }: Pick<Ask, 'challengers' | 'tolerance'>,
  { asked, good }: assignmentStore.AssignmentCounts = { asked: 0, answered: 0, good: 0 },
  at: number,
): number | undefined => {
  if (schedule === 'sequential' || asked === 0) return at;
  return good >= challengers - tolerance ? at + stragglerMs : undefined;
};

/** The same reading again is answered as repeated. Any other is refused: it is not the first, it is late, it is not needed, or nobody asked for it. */
const whyNotTaken = async (
  tx: Tx,
  { challengeId, attempt, challengerId, message }: assignmentStore.TakenReading,
): Promise<Taken> => {
  const known = await assignmentStore.findAssignment(tx, challengeId, attempt, challengerId);
  if (!known) return { refused: 'not_assigned' };
  if (known.state === 'cancelled') return { refused: 'not_needed' };
  if (known.state !== 'read') return { refused: 'late' };
  return known.message === message ? { taken: 'repeated', due: false } : { refused: 'already_recorded' };
};

const grouped = <T, K>(all: readonly T[], keyOf: (it: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const it of all) groups.set(keyOf(it), [...(groups.get(keyOf(it)) ?? []), it]);
  return groups;
};
