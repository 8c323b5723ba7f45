import { nonceHashOf } from '@trigpoint/proofs';
import type { Db } from '@trigpoint/server';
import type { Random } from '../proof.ts';
import type { Challenge } from './challenges.ts';
import type { Person } from './people.ts';

/** A challenge that was asked for without a chain. `awaited`: its nonce may be told; `early`: not yet. */
export interface DirectChallenge extends Challenge {
  readonly stage: 'awaited' | 'early' | 'of the service';
  readonly nonce: string;
}

/** A request that its payer signed, or that somebody else signed in the payer's name. */
export interface SignedRequest {
  readonly owner: Person;
  readonly prover: Person;
  readonly ask: string;
  readonly text: string;
  readonly signature: string;
  readonly signer: Person;
  readonly isForged: boolean;
  /** An idempotency key that the owner has used for another request. */
  readonly idempotencyKey: string;
}

type Keep = (what: string, text: string, ...readers: readonly Person[]) => string;
type Post = (who: Person, name: string, body: unknown) => Promise<{ result: never }>;

const far = Date.now() + 1e10;

/** Makes a running challenge a direct one. Its lease is held by a node that does not exist, so no node takes it further. */
export const makeDirect = async (
  db: Db,
  random: Random,
  it: Challenge,
  stage: DirectChallenge['stage'],
  keep: Keep,
): Promise<DirectChallenge> => {
  const { id, payer } = it;
  const nonce = keep(`the nonce of challenge ${id}`, Buffer.from(random.bytes(32)).toString('hex'));
  await db.run('UPDATE challenge SET relayed_by = ?, lease_owner = ?, lease_until = ? WHERE id = ?', [
    ...[`${payer.keyType}:${payer.publicKey}`, 'somebody:1', far, id],
  ]);
  await db.run(
    `INSERT INTO direct_request (challenge_id, text, signature, nonce_by, nonce_hash, nonce, acceptance_index)
     VALUES (?, '', '', ?, ?, ?, ?)`,
    [
      ...[id, stage === 'of the service' ? 'service' : 'payer', nonceHashOf(nonce)],
      ...[stage === 'of the service' ? nonce : '', stage === 'early' ? null : 1],
    ],
  );
  return { ...it, stage, nonce };
};

/** The service writes a request down for a payer. The request is then deleted, so that the signed text brings it anew. */
export const signRequests = async (
  db: Db,
  owner: Person,
  stranger: Person,
  prover: Person,
  post: Post,
): Promise<SignedRequest[]> => {
  const asked = { prover: prover.publicKey, parameters: { latitude: 1, longitude: 2 }, number_of_challengers: 4 };
  const { result } = await post(owner, 'challenge-request', asked);
  const { challenge_id: id, ask, request: text } = result as { challenge_id: string; ask: string; request: string };
  await db.run('DELETE FROM challenge WHERE id = ?', [id]);
  await db.run('DELETE FROM direct_request WHERE challenge_id = ?', [id]);
  await db.run('DELETE FROM challenge_event WHERE challenge_id = ?', [id]);
  const idempotencyKey = `a key of ${owner.name}`;
  await db.run(
    `INSERT INTO direct_request (challenge_id, text, signature, nonce_by, nonce_hash, nonce, key_of, idempotency_key, request_hash)
     VALUES (?, '', '', 'none', '', '', ?, ?, 'another')`,
    [`ask-of-${owner.name}`, `${owner.keyType}:${owner.publicKey}`, idempotencyKey],
  );
  const sign = async ({ key }: Person) => key.encode(await key.signText(text));
  const it = { owner, prover, ask, text, idempotencyKey };
  return [
    { ...it, signature: await sign(owner), signer: owner, isForged: false },
    { ...it, signature: await sign(stranger), signer: stranger, isForged: true },
  ];
};
