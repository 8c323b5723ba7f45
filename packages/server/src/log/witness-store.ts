import type { Reader, Tx } from '../db/driver.ts';
import type { Challenger } from './panels.ts';

export interface Panel {
  readonly day: string;
  readonly size: number;
  readonly root: string;
  readonly members: readonly Challenger[];
}

export const findPanel = async (db: Reader, day: string): Promise<Panel | undefined> => {
  const row = await db.get<{ day: string; size: number; root: string; members: string }>(
    'SELECT day, size, root, members FROM log_panel WHERE day = ?',
    [day],
  );
  return row && { ...row, members: JSON.parse(row.members) as Challenger[] };
};

/** Does nothing if the day has a panel already. */
export const insertPanel = (tx: Tx, { day, size, root, members }: Panel) =>
  tx.run('INSERT INTO log_panel (day, size, root, members) VALUES (?, ?, ?, ?) ON CONFLICT (day) DO NOTHING', [
    day,
    size,
    root,
    JSON.stringify(members),
  ]);

export type Round = { readonly size: number; readonly checkpoint: string; readonly day: string };

const columns = 'SELECT size, checkpoint, day FROM log_round';

export const newestRound = (db: Reader): Promise<Round | undefined> =>
  db.get<Round>(`${columns} ORDER BY size DESC LIMIT 1`);

export const newestCosigned = (db: Reader): Promise<Round | undefined> =>
  db.get<Round>(`${columns} WHERE is_cosigned = 1 ORDER BY size DESC LIMIT 1`);

export const findRound = (db: Reader, size: number): Promise<Round | undefined> =>
  db.get<Round>(`${columns} WHERE size = ?`, [size]);

export const insertRound = (tx: Tx, it: Round) =>
  tx.run(
    'INSERT INTO log_round (size, checkpoint, day, is_cosigned) VALUES (?, ?, ?, 0) ON CONFLICT (size) DO NOTHING',
    [it.size, it.checkpoint, it.day],
  );

/** Marks a round as cosigned. Earlier rounds are deleted, because this one covers all their entries. */
export const noteCosigned = async (tx: Tx, size: number): Promise<void> => {
  await tx.run('UPDATE log_round SET is_cosigned = 1 WHERE size = ?', [size]);
  await tx.run('DELETE FROM log_cosignature WHERE size < ?', [size]);
  await tx.run('DELETE FROM log_round WHERE size < ?', [size]);
};

export type Cosigned = { readonly witness: string; readonly vkey: string; readonly line: string };

/** Stores a cosignature. Of several by one witness the first counts. */
export const insertCosignature = (tx: Tx, size: number, { witness, vkey, line }: Cosigned) =>
  tx.run(
    'INSERT INTO log_cosignature (size, witness, vkey, line) VALUES (?, ?, ?, ?) ON CONFLICT (size, witness) DO NOTHING',
    [size, witness, vkey, line],
  );

export const listCosignatures = (db: Reader, size: number): Promise<Cosigned[]> =>
  db.all<Cosigned>('SELECT witness, vkey, line FROM log_cosignature WHERE size = ? ORDER BY witness', [size]);
