import { expectation, isNew, isOf } from './expectation.ts';
import type { Person } from './people.ts';
import type { PendingLogin, SessionObject } from './world.ts';

const roles = ['prover', 'challenger', 'payer'] as const;

export const sessionExpectations = {
  // Anybody may begin a login for any key: it proves nothing, and ends nothing.
  'pre-login': expectation<Person>({
    objects: ({ people }) => people,
    body: ({ publicKey, keyType }, random) => ({ publicKey, keyType, role: random.pick(roles) }),
    field: 'publicKey',
    answer: () => ['ok'],
    writes: (change) => change.table === 'session' && isNew(change) && change.after?.state === 'pending',
  }),
  // Only a signature of the pending login's own key finishes it.
  login: expectation<PendingLogin>({
    objects: ({ pendings }) => pendings,
    owners: ({ owner }) => [owner],
    answer: ({ who, object, proofType, headers }) => {
      if (headers.cookie !== object.cookie || proofType !== 'pol') return ['no_pending_login'];
      return who === object.owner ? ['ok'] : ['wrong_signature'];
    },
    writes: ({ table, before, after }, { who }) => table === 'session' && isOf(before, who) && isOf(after, who),
    countsRefusal: ({ table, before, after }, { object }) =>
      table === 'session' && isOf(before, object.owner) && after?.state === 'pending',
  }),
  logout: expectation<SessionObject>({
    objects: ({ sessions }) => sessions,
    owners: ({ owner }) => [owner],
    body: ({ id }) => ({ session_id: id }),
    answer: () => ['ok'],
    writes: ({ table, before, after }, { who }) => table === 'session' && isOf(before, who) && !after,
  }),
  'user-info': expectation<Person>({ objects: ({ people }) => people, answer: () => ['ok'] }),
  sessions: expectation<Person>({ objects: ({ people }) => people, answer: () => ['ok'] }),
  'revoke-session': expectation<Partial<SessionObject>>({
    // Without an id the operation ends all sessions of the caller except the one that asks.
    objects: ({ sessions }) => [{}, ...sessions],
    owners: ({ owner }) => (owner ? [owner] : []),
    body: ({ id }) => (id === undefined ? {} : { session_id: id }),
    field: 'session_id',
    answer: ({ who, object }) => (object.owner === undefined || object.owner === who ? ['ok'] : ['invalid_field']),
    writes: ({ table, before, after }, { who }) => table === 'session' && isOf(before, who) && !after,
  }),
};
