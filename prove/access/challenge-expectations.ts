import { isDeepStrictEqual } from 'node:util';
import type { Challenge } from './challenges.ts';
import { type Asked, expectation, isNew, type Outcome } from './expectation.ts';
import type { Change } from './rows.ts';
import type { AgentObject, World } from './world.ts';

const isThere = ({ object, proofType }: Asked<Challenge>) =>
  object.state !== 'unbrought' && object.proofType === proofType;
const challenges = ({ challenges: all }: World) => all;
const owners = ({ payer, prover }: Challenge) => [payer, prover];
const body = ({ id }: Challenge) => ({ challenge_id: id });
const field = 'challenge_id';

const anyAgent = expectation<AgentObject>({
  objects: ({ agents }) => agents,
  owners: ({ owner }) => [owner],
  body: (_, random) => random.pick([{}, { limit: 1 }, { skip: 1, limit: 10_000 }]),
  answer: () => ['ok'],
});

/** Whether a change only renews the time of an agent's last change. By this time other nodes learn of a decision. */
const isStampOf = ({ table, before, after }: Change, id: string): boolean =>
  table === 'agent' && before?.id === id && isDeepStrictEqual({ ...before, changed_at: after?.changed_at }, after);

/** Anybody may look at an agent. Why its readings were refused, and why it is doubted, is told to its owner alone. */
const oneAgent = (role: AgentObject['role']) =>
  expectation<AgentObject>({
    objects: ({ agents }) => agents,
    owners: ({ owner }) => [owner],
    body: ({ id }) => ({ id }),
    field: 'id',
    answer: ({ object }) => (object.role === role ? ['ok'] : ['agent_not_found']),
  });

const forOperators = ({ who }: Asked<unknown>, { operator }: World): readonly Outcome[] =>
  who === operator ? ['ok'] : ['not_allowed'];

/** Challenges are public, but for what would tell a prover who measures it before it is measured. */
export const challengeExpectations = {
  // Anybody may bring a request that stands on chain. It stays its payer's, and says who brought it.
  'challenge-request-dcl': expectation<Challenge>({
    objects: challenges,
    owners,
    body,
    field,
    answer: ({ object, proofType }) => (object.proofType === proofType ? ['ok'] : ['challenge_of_other_type']),
    writes: (change, { who, object }) =>
      change.table === 'challenge' &&
      isNew(change) &&
      change.after?.id === object.id &&
      change.after.payer === object.payer.publicKey &&
      change.after.relayed_by === `${who.keyType}:${who.publicKey}`,
  }),
  'challenge-status-dcl': expectation<Challenge>({
    objects: challenges,
    owners,
    body,
    field,
    answer: (asked) => (isThere(asked) ? ['ok'] : ['challenge_not_found']),
  }),
  'challenge-history': expectation<Challenge>({
    objects: challenges,
    owners,
    body: ({ id, payer, prover }, random) =>
      random.pick([
        { challenge_id: id },
        { payer: payer.publicKey },
        { prover: `IPv4/${prover.publicKey}` },
        { limit: 1_000 },
      ]),
    field,
    answer: () => ['ok'],
  }),
  'challenge-evidence': expectation<Challenge>({
    objects: challenges,
    owners,
    body,
    field,
    answer: (asked) => {
      if (!isThere(asked)) return ['challenge_not_found'];
      return asked.object.state === 'ended' ? ['ok'] : ['challenge_running'];
    },
  }),
  'challenge-attestation': expectation<Challenge>({
    objects: challenges,
    owners,
    body: ({ id }, random) => ({ challenge_id: id, format: random.pick(['eas', 'stamp', 'vc']) }),
    field,
    answer: (asked) => {
      if (!isThere(asked)) return ['challenge_not_found'];
      return asked.object.state === 'ended' ? ['challenge_not_verified'] : ['challenge_running'];
    },
  }),
  'challenge-payments': expectation<Challenge>({
    objects: challenges,
    owners,
    body,
    field,
    answer: (asked) => (isThere(asked) ? ['ok'] : ['challenge_not_found']),
  }),

  provers: anyAgent,
  challengers: anyAgent,
  prover: oneAgent('prover'),
  challenger: oneAgent('challenger'),
  statistics: expectation<undefined>({ objects: () => [undefined], answer: () => ['ok'] }),
  'admit-challenger': expectation<AgentObject>({
    objects: ({ agents }) => agents,
    owners: ({ owner }, { operator }) => [owner, operator],
    body: ({ id }, random) => ({
      challenger: id,
      status: random.pick(['candidate', 'admitted', 'set_aside']),
      reason: 'a proof',
    }),
    field: 'challenger',
    answer: forOperators,
    writes: (change, { object }) =>
      (change.table === 'admission' && change.after !== undefined) || isStampOf(change, object.id),
  }),
  'list-admissions': expectation<AgentObject>({
    objects: ({ agents }) => agents,
    owners: ({ owner }, { operator }) => [owner, operator],
    body: (_, random) => random.pick([{}, { status: 'admitted' }, { limit: 10_000 }]),
    answer: forOperators,
  }),
};
