import type { KeyType, Role } from '@trigpoint/protocol';
import { column, columnsOf, json, number, type RecordOf, text } from '../db/columns.ts';
import type { Db, Reader, Writer } from '../db/driver.ts';
import { inList } from '../db/lists.ts';

const fields = {
  tokenHash: text,
  publicId: text,
  state: column<'pending' | 'active'>(),
  keyType: column<KeyType>(),
  publicKey: text,
  role: column<Role>(),
  proofType: text,
  projectName: text,
  projectPublicKey: text,
  walletPublicKey: json<Readonly<Record<string, string>>>(),
  claims: json<Readonly<Record<string, string>>>(),
  message: text,
  attempts: number,
  userAgent: text,
  address: text,
  createdAt: number,
  usedAt: number,
  expiresAt: number,
};
export type SessionRow = RecordOf<typeof fields>;
const sessions = columnsOf(fields);

export const insertSession = (db: Writer, it: SessionRow) =>
  db.run(`INSERT INTO session (${sessions.names}) VALUES (${sessions.marks})`, sessions.values(it));

export const findSession = (db: Db, tokenHash: string): Promise<SessionRow | undefined> =>
  sessions.find(db, 'SELECT * FROM session WHERE token_hash = ?', [tokenHash]);

/** What `login` needs to know of the pre-login. */
const { state, keyType, publicKey, role, proofType, message, attempts, expiresAt } = fields;
const pendingLogins = columnsOf({ state, keyType, publicKey, role, proofType, message, attempts, expiresAt });

export const findPendingLogin = (db: Db, tokenHash: string) =>
  pendingLogins.find(db, `SELECT ${pendingLogins.names} FROM session WHERE token_hash = ?`, [tokenHash]);

/** Makes a pending session active. Of several parallel logins only one changes the row. */
export const activateSession = (db: Writer, tokenHash: string, maxAttempts: number, now: number, expiresAt: number) =>
  db.run(
    `UPDATE session SET state = 'active', message = '', used_at = ?, expires_at = ?
     WHERE token_hash = ? AND state = 'pending' AND attempts < ? AND expires_at > ?`,
    [now, expiresAt, tokenHash, maxAttempts, now],
  );

export const countWrongSignature = (db: Writer, tokenHash: string) =>
  db.run(`UPDATE session SET attempts = attempts + 1 WHERE token_hash = ? AND state = 'pending'`, [tokenHash]);

export const touchSession = (db: Writer, tokenHash: string, now: number, expiresAt: number) =>
  db.run(`UPDATE session SET used_at = ?, expires_at = ? WHERE token_hash = ? AND state = 'active'`, [
    now,
    expiresAt,
    tokenHash,
  ]);

export const touchSessions = (db: Writer, tokenHashes: readonly string[], now: number, expiresAt: number) => {
  const { marks, values } = inList(tokenHashes);
  return db.run(`UPDATE session SET used_at = ?, expires_at = ? WHERE token_hash IN (${marks}) AND state = 'active'`, [
    now,
    expiresAt,
    ...values,
  ]);
};

const uses = columnsOf({ tokenHash: text, usedAt: number });

/** Returns the given sessions that are active. */
export const aliveSessions = (db: Reader, tokenHashes: readonly string[], now: number) => {
  const { marks, values } = inList(tokenHashes);
  return uses.list(
    db,
    `SELECT ${uses.names} FROM session WHERE token_hash IN (${marks}) AND state = 'active' AND expires_at > ?`,
    [...values, now],
  );
};

export const listSessions = (db: Db, keyType: KeyType, publicKey: string, now: number): Promise<SessionRow[]> =>
  sessions.list(
    db,
    `SELECT * FROM session WHERE key_type = ? AND public_key = ? AND state = 'active' AND expires_at > ?
     ORDER BY used_at DESC, token_hash LIMIT 1000`,
    [keyType, publicKey, now],
  );

export const deleteSession = (db: Writer, tokenHash: string) =>
  db.run('DELETE FROM session WHERE token_hash = ?', [tokenHash]);

type Owner = Pick<SessionRow, 'keyType' | 'publicKey'>;

/** Deletes one of the key's active sessions by its public id, or all but one. */
export const deleteOwnSessions = (
  db: Writer,
  { keyType, publicKey }: Owner,
  which: { publicId: string } | { exceptTokenHash: string },
) => {
  const own = `DELETE FROM session WHERE key_type = ? AND public_key = ? AND state = 'active'`;
  return 'publicId' in which
    ? db.run(`${own} AND public_id = ?`, [keyType, publicKey, which.publicId])
    : db.run(`${own} AND token_hash <> ?`, [keyType, publicKey, which.exceptTokenHash]);
};

/** Deletes the active sessions of a key. It spares the `kept` sessions that were used last. */
export const deleteLeastUsed = (db: Writer, owner: Owner, kept: number) =>
  db.run(
    `DELETE FROM session WHERE token_hash IN (
       SELECT token_hash FROM session WHERE key_type = ? AND public_key = ? AND state = 'active'
       ORDER BY used_at DESC, token_hash LIMIT 1000 OFFSET ?)`,
    [owner.keyType, owner.publicKey, kept],
  );

export const deleteExpired = (db: Writer, now: number) => db.run('DELETE FROM session WHERE expires_at < ?', [now]);
