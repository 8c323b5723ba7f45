import { randomUUID } from 'node:crypto';
import type { Db } from '../db/driver.ts';
import { hourMs } from '../times.ts';
import { countRefusals, countRefusalsSince, insertRefusal, type RefusalRow, refusalsOf } from './store.ts';

/** Why a reading was not taken in: the code, and what the agent is told. Transcripts and the agent's page show it. */
export const refusalReasons = {
  unknown_challenge: 'There is no such challenge.',
  not_assigned: 'This challenger was not asked in this attempt.',
  wrong_token: 'The token is not the one that came with the task.',
  malformed: 'The text is not a reading.',
  about_something_else: 'The text names another challenge, attempt, draw, prover, challenger or proof type.',
  bad_series: 'The series is not one of this proof type.',
  bad_signature: "The signature is not the challenger's over exactly this text.",
  bad_counter_signature: 'The prover did not sign for this measurement.',
  already_recorded: 'Another reading of this challenger was recorded before.',
  late: 'The reading came after its time.',
  not_needed: 'The others had decided before the reading came.',
  mesh_closed: 'No such measurement among challengers is open.',
} as const;

export type RefusalCode = keyof typeof refusalReasons;

/** True of readings that the agent was never asked for. */
export const isUnasked = (code: string): boolean =>
  code === 'unknown_challenge' || code === 'not_assigned' || code === 'mesh_closed';

/** How many refusals are kept per agent and challenge. Further ones would say the same. */
const maxPerChallenge = 10;
/** After this many refusals of an agent in an hour, readings that nobody asked for leave none. An agent can send them without end. */
const maxUnaskedPerHour = 100;

/** Keeps why readings were refused, for those who run the agents. */
export class Refusals {
  readonly #db: Db;
  readonly #now: () => number;

  constructor(db: Db, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** The newest refusals of an agent. */
  newest(agentId: string, limit: number): Promise<RefusalRow[]> {
    return refusalsOf(this.#db, agentId, limit);
  }

  async keep(agentId: string, of: { challenge_id: string; attempt: number }, code: RefusalCode): Promise<void> {
    const at = this.#now();
    if (isUnasked(code) && (await countRefusalsSince(this.#db, agentId, at - hourMs)) >= maxUnaskedPerHour) return;
    if ((await countRefusals(this.#db, of.challenge_id, agentId)) >= maxPerChallenge) return;
    await this.#db.write((tx) =>
      insertRefusal(tx, {
        id: randomUUID(),
        challengeId: of.challenge_id,
        attempt: of.attempt,
        agentId,
        code,
        reason: refusalReasons[code],
        at,
      }),
    );
  }
}
