import { generateKeyPairSync } from 'node:crypto';
import { apiKeyPrefix, encodeBase58, invalidField, type Scope, serviceError } from '@trigpoint/protocol';
import { dayMs } from '../times.ts';
import type { Foundation } from '../wiring/foundation.ts';
import * as store from './api-key-store.ts';
import { hashToken, keepNewest, type Session } from './sessions.ts';

export type { ApiKeyRow } from './api-key-store.ts';

interface ApiKeysOptions extends Pick<Foundation, 'db' | 'now' | 'random'> {
  /** The proof type that a caller without a session counts for. */
  readonly proofType: string;
  /** Whether people without a wallet get keys of fresh accounts. */
  readonly guests: boolean;
}

/** A new key. The service stores the row and forgets the secret `key`. */
export interface MadeKey {
  readonly key: string;
  readonly row: store.ApiKeyRow;
}

const usualDays = 90;
const guestDays = 7;
/** One owner can have this many keys at a time. */
const mostKeys = 50;
/** The last use is written down at most this often, so that most requests cost no write. */
const touchEveryMs = 60_000;

type Owner = Pick<store.ApiKeyRow, 'keyType' | 'publicKey'>;

export const isApiKey = (token: string | undefined): token is string => token?.startsWith(apiKeyPrefix) === true;

/** Keys that programs use in place of a session: each of one owner, with scopes and an end. Only hashes are kept. */
export class ApiKeys {
  readonly #options: ApiKeysOptions;
  /** By the hashes of keys. Requests are counted for these owners before the database is asked. */
  readonly #owners = new Map<string, Owner>();

  constructor(options: ApiKeysOptions) {
    this.#options = options;
  }

  /** Throws if the caller uses a key that has fewer scopes than the new one or expires sooner. */
  async create(
    by: Session,
    it: { readonly name: string; readonly scopes: readonly Scope[]; readonly days?: number | undefined },
  ): Promise<MadeKey> {
    const { db, now } = this.#options;
    const at = now();
    const expiresAt = at + (it.days ?? usualDays) * dayMs;
    const made = this.#make(by, { ...it, at, expiresAt, isGuest: by.isGuest === true });
    refuseMore(by, made.row);
    await db.write(async (tx) => {
      await store.lockKeys(tx, by);
      if ((await store.countKeys(tx, by, at)) >= mostKeys) throw serviceError('too_many_keys', { most: mostKeys });
      await store.insertKey(tx, made.row);
    });
    return made;
  }

  list(owner: Owner): Promise<store.ApiKeyRow[]> {
    return store.listKeys(this.#options.db, owner, this.#options.now());
  }

  /** Replaces the secret of a key. The old secret stops working. The lifetime of the key starts again. */
  async rotate(by: Session, publicId: string): Promise<MadeKey> {
    const { db, now } = this.#options;
    const old = await store.findOwnKey(db, by, publicId);
    if (!old || old.expiresAt <= now()) throw unknownId();
    const at = now();
    const expiresAt = at + (old.expiresAt - old.createdAt);
    const { key, row } = this.#make(old, { ...old, at, expiresAt });
    refuseMore(by, row);
    const changed = await db.write((tx) => store.replaceSecret(tx, old.tokenHash, { ...row, createdAt: at }));
    if (changed !== 1) throw unknownId();
    return { key, row: { ...row, publicId } };
  }

  async revoke(by: Session, publicId: string): Promise<void> {
    if ((await store.deleteOwnKey(this.#options.db, by, publicId)) !== 1) throw unknownId();
  }

  /** Makes an account whose private key nobody has, and one API key for it. Whoever has the API key acts as that account. */
  async makeGuest(): Promise<MadeKey> {
    const { db, now, guests } = this.#options;
    if (!guests)
      throw serviceError('not_allowed', { detail: 'This service gives no keys to guests. Log in with a wallet.' });
    const { publicKey } = generateKeyPairSync('ed25519');
    const owner: Owner = {
      keyType: 'solana',
      publicKey: encodeBase58(new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))),
    };
    const at = now();
    const expiresAt = at + guestDays * dayMs;
    const made = this.#make(owner, { name: 'guest', scopes: ['ask', 'read'], at, expiresAt, isGuest: true });
    await db.write((tx) => store.insertKey(tx, made.row));
    return made;
  }

  /** The owner of the key when this node last saw it. It is only for counting requests and lets nobody in. */
  lastKnown(token: string): Owner | undefined {
    return this.#owners.get(hashToken(token));
  }

  /** The owner and what the key may do, in the shape of a session. */
  async authenticate(token: string): Promise<Session> {
    const { db, now, proofType } = this.#options;
    const tokenHash = hashToken(token);
    const row = await store.findKey(db, tokenHash);
    const at = now();
    if (!row || row.expiresAt <= at) throw serviceError('invalid_key');
    if (row.usedAt === null || at - row.usedAt >= touchEveryMs) await store.touchKey(db, tokenHash, at);
    const { keyType, publicKey } = row;
    keepNewest(this.#owners, tokenHash, { keyType, publicKey });
    return {
      ...{ tokenHash, publicId: row.publicId, keyType, publicKey, role: 'payer', proofType },
      ...{ projectName: '', projectPublicKey: '', walletPublicKey: {}, claims: {} },
      ...{ createdAt: row.createdAt, usedAt: at, expiresAt: row.expiresAt },
      scopes: row.scopes,
      isGuest: row.isGuest,
    };
  }

  sweep(): Promise<number> {
    return store.deleteExpiredKeys(this.#options.db, this.#options.now());
  }

  #make(
    { keyType, publicKey }: Owner,
    { at, ...it }: Pick<store.ApiKeyRow, 'name' | 'scopes' | 'expiresAt' | 'isGuest'> & { readonly at: number },
  ): MadeKey {
    const secret = this.#options.random(48);
    const key = `${apiKeyPrefix}${secret.toString('base64url', 0, 32)}`;
    const { name, expiresAt, isGuest } = it;
    const scopes = [...new Set(it.scopes)].sort();
    return {
      key,
      row: {
        ...{ tokenHash: hashToken(key), publicId: secret.toString('hex', 32, 48), keyType, publicKey, name },
        ...{ scopes, createdAt: at, expiresAt, usedAt: null, isGuest },
      },
    };
  }
}

const unknownId = () => invalidField('id', 'is not the id of one of your keys');

/** With a key one cannot make another key that has more scopes or expires later. */
const refuseMore = (by: Session, { scopes, expiresAt }: Pick<store.ApiKeyRow, 'scopes' | 'expiresAt'>): void => {
  if (by.scopes === undefined) return;
  const more = scopes.filter((it) => !by.scopes?.includes(it));
  if (more.length > 0)
    throw serviceError('not_allowed', {
      detail: `A key gives no scope that it does not have: ${more.join(', ')}.`,
    });
  if (expiresAt > by.expiresAt)
    throw serviceError('not_allowed', { detail: 'A key makes no key that lives longer than itself.' });
};
