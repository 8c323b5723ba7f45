import type { KeyType, Role } from '@trigpoint/protocol';
import type { Db, Reader, Row, Writer } from '../db/driver.ts';
import { inList } from '../db/lists.ts';

export interface SessionRow {
  tokenHash: string;
  publicId: string;
  state: 'pending' | 'active';
  keyType: KeyType;
  publicKey: string;
  role: Role;
  proofType: string;
  projectName: string;
  projectPublicKey: string;
  walletPublicKey: Readonly<Record<string, string>>;
  claims: Readonly<Record<string, string>>;
  message: string;
  attempts: number;
  userAgent: string;
  address: string;
  createdAt: number;
  usedAt: number;
  expiresAt: number;
}

const fromRow = (row: Row): SessionRow => ({
  tokenHash: row.token_hash as string,
  publicId: row.public_id as string,
  state: row.state as SessionRow['state'],
  keyType: row.key_type as KeyType,
  publicKey: row.public_key as string,
  role: row.role as Role,
  proofType: row.proof_type as string,
  projectName: row.project_name as string,
  projectPublicKey: row.project_public_key as string,
  walletPublicKey: JSON.parse(row.wallet_public_key as string),
  claims: JSON.parse(row.claims as string),
  message: row.message as string,
  attempts: row.attempts as number,
  userAgent: row.user_agent as string,
  address: row.address as string,
  createdAt: row.created_at as number,
  usedAt: row.used_at as number,
  expiresAt: row.expires_at as number,
});

export const insertSession = (db: Writer, it: SessionRow) =>
  db.run(
    `INSERT INTO session (token_hash, public_id, state, key_type, public_key, role, proof_type, project_name,
       project_public_key, wallet_public_key, claims, message, attempts, user_agent, address, created_at, used_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      it.tokenHash,
      it.publicId,
      it.state,
      it.keyType,
      it.publicKey,
      it.role,
      it.proofType,
      it.projectName,
      it.projectPublicKey,
      JSON.stringify(it.walletPublicKey),
      JSON.stringify(it.claims),
      it.message,
      it.attempts,
      it.userAgent,
      it.address,
      it.createdAt,
      it.usedAt,
      it.expiresAt,
    ],
  );

export const findSession = async (db: Db, tokenHash: string): Promise<SessionRow | undefined> => {
  const row = await db.get('SELECT * FROM session WHERE token_hash = ?', [tokenHash]);
  return row && fromRow(row);
};

/** What `login` needs to know of the pre-login. */
export type PendingLogin = Pick<
  SessionRow,
  'state' | 'keyType' | 'publicKey' | 'role' | 'message' | 'attempts' | 'expiresAt'
>;

export const findPendingLogin = async (db: Db, tokenHash: string): Promise<PendingLogin | undefined> => {
  const row = await db.get(
    'SELECT state, key_type, public_key, role, message, attempts, expires_at FROM session WHERE token_hash = ?',
    [tokenHash],
  );
  return (
    row && {
      state: row.state as SessionRow['state'],
      keyType: row.key_type as KeyType,
      publicKey: row.public_key as string,
      role: row.role as Role,
      message: row.message as string,
      attempts: row.attempts as number,
      expiresAt: row.expires_at as number,
    }
  );
};

/** The one step that makes a pending session active: of any number of parallel logins, one changes the row. */
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

/** Those of the given sessions that are active. */
export const aliveSessions = async (
  db: Reader,
  tokenHashes: readonly string[],
  now: number,
): Promise<{ tokenHash: string; usedAt: number }[]> => {
  const { marks, values } = inList(tokenHashes);
  const rows = await db.all(
    `SELECT token_hash, used_at FROM session WHERE token_hash IN (${marks}) AND state = 'active' AND expires_at > ?`,
    [...values, now],
  );
  return rows.map((row) => ({ tokenHash: row.token_hash as string, usedAt: row.used_at as number }));
};

export const listSessions = async (db: Db, keyType: KeyType, publicKey: string, now: number): Promise<SessionRow[]> => {
  const rows = await db.all(
    `SELECT * FROM session WHERE key_type = ? AND public_key = ? AND state = 'active' AND expires_at > ?
     ORDER BY used_at DESC, token_hash LIMIT 1000`,
    [keyType, publicKey, now],
  );
  return rows.map(fromRow);
};

export const deleteSession = (db: Writer, tokenHash: string) =>
  db.run('DELETE FROM session WHERE token_hash = ?', [tokenHash]);

/** Deletes one of the key's active sessions by its public id, or all but one. */
export const deleteOwnSessions = (
  db: Writer,
  owner: { keyType: KeyType; publicKey: string },
  which: { publicId: string } | { exceptTokenHash: string },
) =>
  'publicId' in which
    ? db.run(`DELETE FROM session WHERE key_type = ? AND public_key = ? AND state = 'active' AND public_id = ?`, [
        owner.keyType,
        owner.publicKey,
        which.publicId,
      ])
    : db.run(`DELETE FROM session WHERE key_type = ? AND public_key = ? AND state = 'active' AND token_hash <> ?`, [
        owner.keyType,
        owner.publicKey,
        which.exceptTokenHash,
      ]);

export const deleteExpired = (db: Writer, now: number) => db.run('DELETE FROM session WHERE expires_at < ?', [now]);
