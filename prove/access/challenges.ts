import { encodePobAsk, encodePolAsk } from '@trigpoint/proofs';
import type { Db } from '@trigpoint/server';
import { insertChallenge } from '@trigpoint/server/parts';
import type { Random } from '../proof.ts';
import { type Person, secretWord } from './people.ts';
import type { Secret } from './secrets.ts';

/** `unbrought`: the request is on chain, and nobody has named it to the service yet. */
export interface Challenge {
  readonly id: string;
  readonly proofType: string;
  readonly state: 'unbrought' | 'waiting' | 'running' | 'ended';
  readonly payer: Person;
  readonly prover: Person;
}

const far = Date.now() + 1e10;
const nobody = () => false;

const infoFor = (proofType: string, { publicKey }: Person): `0x${string}` => {
  const prover = publicKey as `0x${string}`;
  const ask = { proverRegistry: `0x${'11'.repeat(20)}`, prover, isIPv6: false, challengers: 4, tolerance: 1 } as const;
  return proofType === 'pol'
    ? encodePolAsk({ ...ask, latitude: 1, longitude: 2 })
    : encodePobAsk({ ...ask, direction: 'down', bandwidthMbps: 10 });
};

/**
 * Inserts a challenge in one of its states, with every row that it has then. While it runs, nobody may see who was drawn, with
 * which tokens, and what they measured.
 */
export const insertChallengeRows = async (db: Db, random: Random, it: Challenge, secrets: Secret[]): Promise<void> => {
  const { id, proofType, state, payer, prover } = it;
  const secret = (what: string) => {
    const text = secretWord(random);
    secrets.push({ text, what: `${what} of the ${state} challenge ${id}`, isFor: nobody });
    return text;
  };
  const proverId = `IPv4/${prover.publicKey}`;
  const relayedBy = `ethereum:${secret('who brought it')}`;
  const now = Date.now();
  await db.write(async (tx) => {
    await insertChallenge(tx, {
      ...{ id, proofType, payer: payer.publicKey, relayedBy, info: infoFor(proofType, prover), settings: {}, fee: 0 },
      ...{ proverAddress: prover.publicKey, proverId, proverClaims: { latitude: '1', longitude: '2' } },
      ...{ blockNumber: 1, blockHash: '0x01', submittedAt: now, expiresAt: far, dueAt: far },
    });
    if (state === 'waiting') return;
    // While a challenge runs even the names of those who were drawn are secret. So its challenger is an agent that no list has.
    const drawn = state === 'running' ? `IPv4/${secret('a drawn challenger')}` : `IPv4/0x${'cd'.repeat(20)}`;
    const context = JSON.stringify({ seed: secret('a context') });
    const reading = JSON.stringify({
      ...{ challenge_id: id, attempt: 1, prover: proverId, challenger: drawn, proof_type: proofType, series: {} },
      ...{ started_at: new Date(now).toISOString(), ended_at: new Date(now).toISOString() },
      ...{ prover_counter_signature: null, note: state === 'running' ? secret('a reading') : 'public' },
    });
    await tx.run(
      `INSERT INTO assignment (challenge_id, attempt, challenger_id, position, state, context, token, tag, asked_at, due_at,
         message, signature, received_at, failure) VALUES (?, 1, ?, 0, 'read', ?, ?, ?, 1, ?, ?, ?, ?, '')`,
      [
        id,
        drawn,
        context,
        secret('a token'),
        secret('a tag'),
        far,
        reading,
        state === 'running' ? secret('a signature') : '0x',
        now,
      ],
    );
    const body = state === 'running' ? secret('a draw') : 'public';
    await tx.run('INSERT INTO draw (challenge_id, body, tree, drawn_at) VALUES (?, ?, ?, 1)', [
      id,
      JSON.stringify({ body }),
      JSON.stringify({ body }),
    ]);
    await tx.run(`INSERT INTO challenge_event (challenge_id, seq, at, kind, data) VALUES (?, 1, 1, 'accepted', '{}')`, [
      id,
    ]);
    if (state === 'running') {
      await tx.run(
        `INSERT INTO acceptance (challenge_id, prover_id, entry, tree_root, seed_chain, seed_index, seed_anchor, seed_block,
           prover_network, block_hash, seed_value, tries, at) VALUES (?, ?, ?, '', 1, ?, '', 1, ?, '', ?, 1, 1)`,
        [id, proverId, secret('an entry'), Number(id), secret('a network'), secret('a seed')],
      );
      await tx.run(
        `UPDATE challenge SET state = 'ACCEPTED_BY_CHALLENGE_COORDINATOR', attempt = 1, consented_at = 1 WHERE id = ?`,
        [id],
      );
      return;
    }
    const verdict = { verified: 'false', reason: 'seen', result: {}, detail: {} };
    await tx.run(
      `UPDATE challenge SET state = 'ENDED_SUCCESSFULLY', attempt = 1, consented_at = 1, ended_at = ?, due_at = NULL,
         verdict = ?, transcript_hash = 'ab' WHERE id = ?`,
      [now, JSON.stringify(verdict), id],
    );
    const transcript = JSON.stringify({ calibration_hash: null, verdict, readings: [] });
    await tx.run('INSERT INTO transcript (challenge_id, body) VALUES (?, ?)', [id, transcript]);
    await tx.run(`INSERT INTO challenge_event (challenge_id, seq, at, kind, data) VALUES (?, 2, 2, 'ended', '{}')`, [
      id,
    ]);
  });
};
