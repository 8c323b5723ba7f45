import { hash } from 'node:crypto';
import {
  checksumAddress,
  composeLoginText,
  type KeyType,
  type Role,
  type Scope,
  serviceError,
} from '@trigpoint/protocol';
import { normalisePublicKey } from '../keys/public-keys.ts';
import type { Foundation } from '../wiring/foundation.ts';
import { type AskAccount, isSigned } from './signatures.ts';
import * as store from './store.ts';

/** One key can have this many sessions at a time. One more login ends the session that was used least recently. */
const maxActive = 20;
/** After this many wrong signatures a pre-login text can no longer be used. */
const maxAttempts = 5;
/** Using a session moves its expiry at most this often, so that most requests cost no write. */
const touchEveryMs = 60_000;
/** How many sessions (about 10 MB), and how many owners of keys, are remembered. */
const maxRecent = 10_000;
/** How many sessions one statement extends. A batch of this size delays other writers by a few milliseconds. */
const keepAliveBatch = 500;

export type Session = Omit<store.SessionRow, 'state' | 'message' | 'attempts' | 'userAgent' | 'address'> & {
  /** What an API key may do; undefined for a login, which may do everything. */
  readonly scopes?: readonly Scope[];
  /** True for the API key of a guest, whose account nobody can log in to. */
  readonly isGuest?: boolean;
};

type Added = 'tokenHash' | 'publicId' | 'state' | 'message' | 'attempts' | 'createdAt' | 'usedAt' | 'expiresAt';

/** What a caller says about itself, without what the service adds to the session. */
interface LoginRequest extends Omit<store.SessionRow, Added> {
  readonly proofTypeTitle: string;
  /** Where the service is reached. The signed text names it. */
  readonly site: URL;
}

export type MayUse = (keyType: KeyType, publicKey: string, role: Role) => Promise<boolean>;

export interface SessionsOptions extends Pick<Foundation, 'db' | 'now' | 'random'> {
  readonly chainId: number;
  readonly preLoginMs: number;
  readonly sessionMs: number;
  readonly askAccount?: AskAccount;
  /** Present if the operator demands funds. Says whether a key has enough for a role; if not, the login is refused (402). */
  readonly mayUse?: MayUse;
}

/** Only the hash of a token is stored. */
export const hashToken = (token: string) => hash('sha256', token, 'hex');

type Key = Pick<Session, 'keyType' | 'publicKey'>;

/** Remembers a value, and forgets the one that was kept least recently if there are too many. */
export const keepNewest = <T>(map: Map<string, T>, name: string, value: T): void => {
  map.delete(name);
  map.set(name, value);
  if (map.size > maxRecent) map.delete(map.keys().next().value as string);
};

export class Sessions {
  readonly #recent = new Map<string, Session>();
  /** The key that each token seen on this node belongs to, by the hash of the token. */
  readonly #keys = new Map<string, Key>();
  readonly #options: SessionsOptions;
  readonly #listeners: ((owner: Key) => void)[] = [];

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get lifetimes() {
    return { preLoginMs: this.#options.preLoginMs, sessionMs: this.#options.sessionMs };
  }

  /** Every pre-login makes a session with a fresh token. A token that the client sent is never used. */
  async begin(request: LoginRequest): Promise<{ token: string; message: string }> {
    const { db, now, random, chainId, preLoginMs } = this.#options;
    const publicKey = normalisePublicKey(request.keyType, request.publicKey);
    const secret = random(64);
    const token = secret.toString('base64url', 0, 32);
    const createdAt = now();
    const expiresAt = createdAt + preLoginMs;
    const message = composeLoginText({
      keyType: request.keyType,
      address: request.keyType === 'ethereum' ? checksumAddress(publicKey) : publicKey,
      role: request.role,
      proofTypeTitle: request.proofTypeTitle,
      domain: request.site.host,
      uri: request.site.origin,
      chainId,
      nonce: secret.toString('hex', 32, 48),
      issuedAt: createdAt,
      expiresAt,
    });
    const { site: _, proofTypeTitle: __, ...kept } = request;
    const row: store.SessionRow = {
      ...kept,
      publicKey,
      tokenHash: hashToken(token),
      publicId: secret.toString('hex', 48, 64),
      state: 'pending',
      message,
      attempts: 0,
      createdAt,
      usedAt: createdAt,
      expiresAt,
    };
    await store.insertSession(db, row);
    return { token, message };
  }

  async complete(token: string | undefined, signature: string, proofType: string): Promise<void> {
    const { db, now, sessionMs, askAccount, mayUse } = this.#options;
    const tokenHash = token === undefined ? '' : hashToken(token);
    const pending = token === undefined ? undefined : await store.findPendingLogin(db, tokenHash);
    if (pending?.state !== 'pending' || pending.proofType !== proofType) throw serviceError('no_pending_login');
    if (pending.expiresAt <= now()) throw serviceError('pending_login_expired');
    if (pending.attempts >= maxAttempts) throw serviceError('too_many_attempts');
    const { keyType, publicKey, role } = pending;
    if (!(await isSigned(keyType, publicKey, pending.message, signature, askAccount))) {
      await store.countWrongSignature(db, tokenHash);
      throw serviceError('wrong_signature');
    }
    if (mayUse && !(await mayUse(keyType, publicKey, role))) throw serviceError('stake_required', { role, publicKey });
    const at = now();
    const changed = await store.activateSession(db, tokenHash, maxAttempts, at, at + sessionMs);
    if (changed !== 1) throw serviceError('no_pending_login');
    keepNewest(this.#keys, tokenHash, { keyType, publicKey });
    const ended = await store.deleteLeastUsed(db, pending, maxActive);
    if (ended > 0) for (const listener of this.#listeners) listener(pending);
  }

  /** The key of a token when this node last saw it. Its session may have ended, so it is only for counting and lets nobody in. */
  lastKnown(token: string): Key | undefined {
    return this.#keys.get(hashToken(token));
  }

  /**
   * The session that a token stood for when it was looked up within the last minute. It costs no query. It does not prove that
   * the session is still active, because it may have been ended, also on another node.
   */
  recall(token: string | undefined): Session | undefined {
    const session = token === undefined ? undefined : this.#recent.get(hashToken(token));
    return session && this.#options.now() - session.usedAt < touchEveryMs ? session : undefined;
  }

  #remember(session: Session): Session {
    keepNewest(this.#recent, session.tokenHash, session);
    keepNewest(this.#keys, session.tokenHash, session);
    return session;
  }

  /** The active session of a token. Using a session moves its expiry; `moved` is called when that happens. */
  async authenticate(token: string | undefined, moved?: (session: Session) => void): Promise<Session> {
    if (token === undefined) throw serviceError('not_logged_in');
    const { db, now, sessionMs } = this.#options;
    const session = await store.findSession(db, hashToken(token));
    if (session?.state !== 'active') throw serviceError('not_logged_in');
    const at = now();
    if (session.expiresAt <= at) throw serviceError('session_expired');
    if (at - session.usedAt < touchEveryMs) return this.#remember(session);
    const expiresAt = at + sessionMs;
    await store.touchSession(db, session.tokenHash, at, expiresAt);
    const later = this.#remember({ ...session, usedAt: at, expiresAt });
    moved?.(later);
    return later;
  }

  list(session: Session) {
    return store.listSessions(this.#options.db, session.keyType, session.publicKey, this.#options.now());
  }

  async end(session: Session): Promise<void> {
    await store.deleteSession(this.#options.db, session.tokenHash);
    for (const listener of this.#listeners) listener(session);
  }

  /** Ends one of the key's own sessions, or all but the given session. Returns how many ended. */
  async revoke(session: Session, publicId: string | undefined): Promise<number> {
    const which = publicId === undefined ? { exceptTokenHash: session.tokenHash } : { publicId };
    const ended = await store.deleteOwnSessions(this.#options.db, session, which);
    for (const listener of this.#listeners) listener(session);
    return ended;
  }

  /** Calls back whenever sessions of a key have ended, so that sockets which were opened with them are closed. */
  onEnded(listener: (owner: Key) => void): void {
    this.#listeners.push(listener);
  }

  /** Extends sessions that are in use through a socket. Sessions that are missing from the answer have ended. */
  async keepAlive(tokenHashes: readonly string[]): Promise<Set<string>> {
    const { db, now, sessionMs } = this.#options;
    const alive = new Set<string>();
    for (let i = 0; i < tokenHashes.length; i += keepAliveBatch) {
      const batch = tokenHashes.slice(i, i + keepAliveBatch);
      const at = now();
      const found = await store.aliveSessions(db, batch, at);
      const old = found.filter((it) => at - it.usedAt > sessionMs / 8).map((it) => it.tokenHash);
      if (old.length > 0) await store.touchSessions(db, old, at, at + sessionMs);
      for (const { tokenHash } of found) alive.add(tokenHash);
    }
    return alive;
  }

  sweep(): Promise<number> {
    return store.deleteExpired(this.#options.db, this.#options.now());
  }
}
