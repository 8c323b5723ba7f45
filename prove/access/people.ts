import { hash } from 'node:crypto';
import type { KeyType, Role } from '@trigpoint/protocol';
import { type Account, userAccount } from '@trigpoint/server';
import type { Random } from '../proof.ts';
import type { Caller } from '../service/caller.ts';
import { type Key, logIn } from '../service/keys.ts';

/** One login. This object stays when its session has ended. */
export interface Login {
  readonly token: string;
  readonly tokenHash: string;
  readonly cookie: string;
  readonly role: Role;
  readonly proofType: string;
  readonly userAgent: string;
}

export interface Person {
  readonly name: string;
  readonly key: Key;
  readonly keyType: KeyType;
  /** In the spelling that the service keeps. */
  readonly publicKey: string;
  readonly account: Account;
  /** Sent with each login. Nobody else may learn it. */
  readonly wallet: string;
  /** Sessions that last: in the natural role, and in another role for another proof type. */
  readonly logins: readonly Login[];
  /** Sessions that have ended, by how they did. */
  readonly ended: Readonly<Record<string, Login>>;
}

export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/** A word that occurs nowhere else. */
export const secretWord = (random: Random): string => `s${Buffer.from(random.bytes(12)).toString('hex')}`;

const otherRole: Readonly<Record<Role, Role>> = { payer: 'challenger', prover: 'payer', challenger: 'prover' };

/** Somebody with two sessions that last and some that have ended. `expire` ends a session by the clock. */
export const introduce = async (
  caller: Caller,
  random: Random,
  name: string,
  options: { key: Key; role: Role; expire: (tokenHash: string) => Promise<unknown> },
): Promise<Person> => {
  const { key } = options;
  const wallet = secretWord(random);
  const enter = async (role: Role, proofType = 'pol'): Promise<Login> => {
    const userAgent = `agent ${secretWord(random)}`;
    const more = { walletPublicKey: { ethereum: wallet } };
    const { token, cookie } = await logIn(caller, key, { role, proofType, more, headers: { 'user-agent': userAgent } });
    return { token, tokenHash: hashToken(token), cookie, role, proofType, userAgent };
  };
  const ended = {
    'after logout': await enter(options.role),
    revoked: await enter(options.role),
    expired: await enter(options.role),
  };
  const logins = [await enter(options.role), await enter(otherRole[options.role], 'pob')];
  // Each session is used once, so that the node has it in memory when it ends.
  for (const { cookie } of Object.values(ended))
    await caller.post('/photo-feed-from-campaign', { campaign: 'none' }, { cookie });
  await caller.post('/proof/v1/pol/logout', {}, { cookie: ended['after logout'].cookie });
  const list = await caller.post('/proof/v1/pol/sessions', {}, { cookie: ended.revoked.cookie });
  const sessions = JSON.parse(list.text).result.sessions as { id: string; current: boolean }[];
  const session_id = sessions.find((it) => it.current)?.id;
  await caller.post('/proof/v1/pol/revoke-session', { session_id }, { cookie: logins[0]?.cookie ?? '' });
  await options.expire(ended.expired.tokenHash);
  const publicKey = key.keyType === 'ethereum' ? key.publicKey.toLowerCase() : key.publicKey;
  const account = userAccount(key.keyType, publicKey);
  return { name, key, keyType: key.keyType, publicKey, account, wallet, logins, ended };
};
