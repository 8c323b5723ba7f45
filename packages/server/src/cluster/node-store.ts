import { columnsOf, number, text } from '../db/columns.ts';
import type { Reader, Tx } from '../db/driver.ts';

export const renewNode = (tx: Tx, nodeId: string, now: number, leaseUntil: number) =>
  tx.run(
    `INSERT INTO node (id, started_at, lease_until) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until`,
    [nodeId, now, leaseUntil],
  );

export const deleteNode = (tx: Tx, nodeId: string) => tx.run('DELETE FROM node WHERE id = ?', [nodeId]);

const nodes = columnsOf({ id: text, leaseUntil: number });

export const findNodes = (db: Reader, leaseUntilBefore: number) =>
  nodes.list(db, `SELECT ${nodes.names} FROM node WHERE lease_until < ?`, [leaseUntilBefore]);

export const findLiveNodes = async (db: Reader, now: number): Promise<string[]> =>
  (await db.all('SELECT id FROM node WHERE lease_until > ?', [now])).map((row) => row.id as string);

export const hasOtherNodes = async (db: Reader, nodeId: string, now: number): Promise<boolean> =>
  (await db.get('SELECT 1 AS one FROM node WHERE id <> ? AND lease_until > ? LIMIT 1', [nodeId, now])) !== undefined;
