import type { Db } from '@trigpoint/server';
import type { Random } from '../proof.ts';
import { type Person, secretWord } from './people.ts';

/** A watch whose first window is days away, with a slot that somebody wrote down. */
export interface WatchObject {
  readonly id: string;
  readonly owner: Person;
  readonly prover: Person;
  readonly proofType: string;
  /** Whether its owner lets anybody see it. */
  readonly isPublic: boolean;
  /** An idempotency key that the owner has used for another request. */
  readonly idempotencyKey: string;
}

type Keep = (what: string, text: string, ...readers: readonly Person[]) => string;
type Send = (who: Person, proofType: string, name: string, body: unknown) => Promise<{ result: never }>;

const day = 86_400_000;
/** One start for all watches, so that two requests under one idempotency key are alike. */
const start = Date.now();
const iso = (ms: number) => new Date(ms).toISOString();

/** What a watch asks for, far enough away that none of its windows begins while the proof runs. */
export const watchTerms = (prover: Person, proofType: string) => ({
  ...{ prover: prover.publicKey, every_seconds: 86_400, from: iso(start + 10 * day) },
  ...{ until: iso(start + 40 * day), number_of_challengers: 4 },
  parameters: proofType === 'pol' ? { latitude: 1, longitude: 2 } : { direction: 'down', bandwidth_mbps: 10 },
});

export const makeWatch = async (
  db: Db,
  random: Random,
  { owner, prover, proofType, isPublic }: Omit<WatchObject, 'id' | 'idempotencyKey'>,
  send: Send,
  keep: Keep,
): Promise<WatchObject> => {
  const word = secretWord(random);
  // The name of a public watch is public.
  const name = isPublic ? word : keep(`the name of a watch of ${owner.name}`, word, owner);
  const { result } = await send(owner, proofType, 'watch-add', { ...watchTerms(prover, proofType), name });
  const id = (result as { watch: { watch: string } }).watch.watch;
  const row = await db.get('SELECT begins_at FROM watch_edition WHERE watch_id = ?', [id]);
  const reason = keep(`the reason of a slot of ${owner.name}`, secretWord(random), owner);
  // When a slot is due is a secret, for its payer too, until the prover is asked.
  const due = Number(row?.begins_at) + random.int(day);
  keep(`when a slot of ${owner.name} is due`, iso(due));
  await db.run(
    `INSERT INTO watch_slot (watch_id, number, count, begins_at, seq, head_root, seed_block, due, block_hash, challenge_id,
       cosigned, result, reason, transcript, at) VALUES (?, 0, 1, ?, 0, '', NULL, ?, '', '', '', 'missed', ?, NULL, 1)`,
    [id, Number(row?.begins_at), due, reason],
  );
  const idempotencyKey = `a key of ${owner.name} for ${id}`;
  await db.run(`UPDATE watch SET idempotency_key = ?, request_hash = 'another' WHERE id = ?`, [idempotencyKey, id]);
  if (isPublic) await send(owner, proofType, 'watch-publish', { watch: id, public: true });
  return { id, owner, prover, proofType, isPublic, idempotencyKey };
};
