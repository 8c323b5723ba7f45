import type { Scope } from '@trigpoint/protocol';
import type { Db } from '@trigpoint/server';
import type { Random } from '../proof.ts';
import { hashToken, type Person, secretWord } from './people.ts';

/** An API key that somebody made. This object stays when the key is revoked and its row is gone. */
export interface ApiKeyObject {
  readonly id: string;
  readonly owner: Person;
  readonly key: string;
  readonly tokenHash: string;
  readonly scopes: readonly Scope[];
  readonly days: number;
  readonly state: 'good' | 'expired' | 'revoked';
}

type Post = (who: Person, name: string, body: unknown) => Promise<{ result: { key: string; info: { id: string } } }>;
type Keep = (what: string, text: string, ...readers: readonly Person[]) => string;

const all: readonly Scope[] = ['ask', 'read', 'campaigns', 'admin'];
const kinds: readonly Pick<ApiKeyObject, 'scopes' | 'days' | 'state'>[] = [
  ...all.map((it) => ({ scopes: [it], days: 30, state: 'good' as const })),
  // This key lives longer than the others, so that it may rotate them.
  { scopes: all, days: 60, state: 'good' },
  { scopes: all, days: 30, state: 'expired' },
  { scopes: all, days: 30, state: 'revoked' },
];

/** A key for each scope, one with all of them, one that has expired and one that was revoked. */
export const makeKeys = async (db: Db, random: Random, owner: Person, post: Post, keep: Keep) => {
  const made: ApiKeyObject[] = [];
  for (const { scopes, days, state } of kinds) {
    const name = keep(`the name of a key of ${owner.name}`, secretWord(random), owner);
    const { result } = await post(owner, 'create-key', { name, scopes, expires_in_days: days });
    const { key, info } = result;
    const tokenHash = hashToken(key);
    // The service tells the key when it is made, and never again.
    keep(`an API key of ${owner.name}`, key);
    keep(`the hash of an API key of ${owner.name}`, tokenHash);
    keep(`the id of an API key of ${owner.name}`, info.id, owner);
    if (state === 'revoked') await post(owner, 'revoke-key', { id: info.id });
    if (state === 'expired') await db.run('UPDATE api_key SET expires_at = 2 WHERE token_hash = ?', [tokenHash]);
    made.push({ id: info.id, owner, key, tokenHash, scopes, days, state });
  }
  return made;
};
