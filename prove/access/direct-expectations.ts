import type { DirectChallenge, SignedRequest } from './direct-challenges.ts';
import { expectation, isNew } from './expectation.ts';
import type { Person } from './people.ts';
import { changedColumns } from './rows.ts';

const payerOf = ({ keyType, publicKey }: Person) => `${keyType}:${publicKey}`;
const wrongNonce = 'ab'.repeat(32);

/** Challenges that are asked for without a chain. */
export const directExpectations = {
  // Whoever asks pays. The service takes a signed request only from the key that signed it.
  'challenge-request': expectation<SignedRequest>({
    objects: ({ requests }) => requests,
    owners: ({ owner, signer }) => [owner, signer],
    body: ({ ask, text, signature }, random) => random.pick([{ ask }, { ask, request: { text, signature } }]),
    // Always with the same body: another one under the same key would be refused.
    headers: ({ idempotencyKey }, random, body): Record<string, string> =>
      random.int(2) === 0 || body.request !== undefined ? {} : { 'idempotency-key': idempotencyKey },
    answer: ({ who, object, proofType, body, headers }) => {
      const hasKey = headers['idempotency-key'] !== undefined;
      if (hasKey && who === object.owner) return ['idempotency_key_reused'];
      if (proofType !== 'pol')
        return ['challenge_unusable', 'invalid_field', ...(hasKey ? (['idempotency_key_reused'] as const) : [])];
      if (body.request === undefined) return ['ok'];
      return who === object.owner && !object.isForged ? ['ok'] : ['invalid_field'];
    },
    writes: (change, { who }) => {
      if (change.table === 'direct_request') return isNew(change);
      return (
        change.table === 'challenge' &&
        isNew(change) &&
        change.after?.payer === who.publicKey &&
        change.after.relayed_by === payerOf(who)
      );
    },
  }),
  // The nonce decides the draw. Only the payer may tell it, once the acceptance is public.
  'challenge-reveal': expectation<DirectChallenge>({
    objects: ({ directChallenges }) => directChallenges,
    owners: ({ payer, prover }) => [payer, prover],
    body: ({ id, nonce }, random) => ({ challenge_id: id, nonce: random.pick([nonce, nonce, wrongNonce]) }),
    field: 'challenge_id',
    answer: ({ who, object, proofType, body }) => {
      if (object.proofType !== proofType) return ['challenge_not_found'];
      if (who !== object.payer) return ['not_allowed'];
      if (object.stage === 'of the service') return ['nonce_not_wanted'];
      if (body.nonce !== object.nonce) return ['invalid_field'];
      return object.stage === 'early' ? ['challenge_not_accepted'] : ['ok'];
    },
    writes: ({ table, before, after }, { object }) => {
      if (!before || !after) return false;
      const columns = changedColumns(before, after).join();
      if (table === 'direct_request') return before.challenge_id === object.id && columns === 'nonce';
      return table === 'challenge' && before.id === object.id && columns === 'due_at';
    },
  }),
};
