import type { Random } from '../proof.ts';
import type { Body } from './expectation.ts';
import type { Person } from './people.ts';

const spellings: readonly ((name: string) => unknown)[] = [
  (it) => it.toUpperCase(),
  (it) => it.toLowerCase(),
  (it) => ` ${it}`,
  (it) => `${it} `,
  (it) => `0${it}`,
  (it) => `+${it}`,
  (it) => `${it}.0`,
  (it) => `${it}%`,
  (it) => `${it}\u200b`,
  (it) => it.normalize('NFD').replace(/a/g, '\u0430'),
  (it) => [it],
  (it) => ({ eq: it }),
  (it) => Number(it),
  (it) => `${it}' OR '1'='1`,
  () => '%',
  () => '',
  () => null,
  () => true,
];

/** The name of an object in another spelling. */
export const respell = (name: string, random: Random): unknown => random.pick(spellings)(name);

/** Adds fields that the operation does not have, and that say that the caller is somebody else. */
export const pretend = (body: Body, known: ReadonlySet<string>, victim: Person): Body => {
  const said = {
    ...{ publicKey: victim.publicKey, keyType: victim.keyType, account: victim.account, from: victim.publicKey },
    ...{ owner: victim.publicKey, creator: victim.publicKey, submitter: victim.publicKey, payer: victim.publicKey },
    ...{ session: victim.logins[0]?.tokenHash, user: victim.publicKey, is_operator: true, as: victim.publicKey },
  };
  return { ...Object.fromEntries(Object.entries(said).filter(([name]) => !known.has(name))), ...body };
};
