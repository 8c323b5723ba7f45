import type { KeyType, Scope } from '@trigpoint/protocol';
import { column, columnsOf, flag, json, number, type RecordOf, text } from '../db/columns.ts';
import type { Reader, Tx, Writer } from '../db/driver.ts';

const fields = {
  tokenHash: text,
  publicId: text,
  keyType: column<KeyType>(),
  publicKey: text,
  name: text,
  scopes: json<readonly Scope[]>(),
  createdAt: number,
  expiresAt: number,
  /** To the minute; null if it was never used. */
  usedAt: column<number | null>(),
  /** True for the key of a guest. Nobody has the private key of a guest's account, so nobody can log in to it. */
  isGuest: flag,
};
export type ApiKeyRow = RecordOf<typeof fields>;
const columns = columnsOf(fields);

type Owner = Pick<ApiKeyRow, 'keyType' | 'publicKey'>;
const own = 'public_key = ? AND key_type = ?';
const valuesOf = ({ publicKey, keyType }: Owner) => [publicKey, keyType];

export const insertKey = (tx: Tx, it: ApiKeyRow) =>
  tx.run(`INSERT INTO api_key (${columns.names}) VALUES (${columns.marks})`, columns.values(it));

export const findKey = (db: Reader, tokenHash: string): Promise<ApiKeyRow | undefined> =>
  columns.find(db, 'SELECT * FROM api_key WHERE token_hash = ?', [tokenHash]);

/** One of an owner's keys by its public id. */
export const findOwnKey = (db: Reader, owner: Owner, publicId: string): Promise<ApiKeyRow | undefined> =>
  columns.find(db, `SELECT * FROM api_key WHERE ${own} AND public_id = ?`, [...valuesOf(owner), publicId]);

/** The newest first. */
export const listKeys = (db: Reader, owner: Owner, now: number): Promise<ApiKeyRow[]> => {
  const sql = `SELECT * FROM api_key WHERE ${own} AND expires_at > ? ORDER BY created_at DESC, public_id`;
  return columns.list(db, sql, [...valuesOf(owner), now]);
};

/**
 * Locks the owner's keys until the transaction ends. Otherwise two transactions could both count them and each add the last
 * one.
 */
export const lockKeys = (tx: Tx, owner: Owner) =>
  tx.all(`SELECT token_hash FROM api_key WHERE ${own} ORDER BY token_hash ${tx.forUpdate}`, valuesOf(owner));

export const countKeys = async (db: Reader, owner: Owner, now: number): Promise<number> =>
  Number(
    (await db.get(`SELECT COUNT(*) AS n FROM api_key WHERE ${own} AND expires_at > ?`, [...valuesOf(owner), now]))?.n,
  );

/** Gives a key a new secret and keeps its id. Returns 0 if the key was rotated or revoked meanwhile. */
export const replaceSecret = (
  tx: Tx,
  old: string,
  it: Pick<ApiKeyRow, 'tokenHash' | 'createdAt' | 'expiresAt'>,
): Promise<number> =>
  tx.run('UPDATE api_key SET token_hash = ?, created_at = ?, expires_at = ?, used_at = NULL WHERE token_hash = ?', [
    it.tokenHash,
    it.createdAt,
    it.expiresAt,
    old,
  ]);

export const deleteOwnKey = (db: Writer, owner: Owner, publicId: string) =>
  db.run(`DELETE FROM api_key WHERE ${own} AND public_id = ?`, [...valuesOf(owner), publicId]);

export const touchKey = (db: Writer, tokenHash: string, at: number) =>
  db.run('UPDATE api_key SET used_at = ? WHERE token_hash = ?', [at, tokenHash]);

export const deleteExpiredKeys = (db: Writer, now: number) => db.run('DELETE FROM api_key WHERE expires_at < ?', [now]);
