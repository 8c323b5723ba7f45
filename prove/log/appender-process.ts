import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { answerParent, settingsFromParent } from '@trigpoint/dev/processes';
import type { EntryOf } from '@trigpoint/log';
import { type DbOptions, openDb, openLog } from '@trigpoint/server/log';
import { pino } from 'pino';
import { seeded } from '../proof.ts';

/** What a node is started with. */
export interface AppenderLife {
  readonly place: DbOptions;
  readonly seed: number;
  /** The beginning of the names of all entries of this life. */
  readonly name: string;
  readonly lanes: number;
}

/** What the node says, one message each. */
export type Said =
  | { readonly committed: readonly string[] }
  | { readonly undone: readonly string[] }
  | { readonly sequenced: string; readonly index: number }
  | { readonly checkpoint: string };

const { place, seed, name, lanes } = settingsFromParent<AppenderLife>();
const say = (it: Said) => process.send?.(it);
// The parent is answered before the database is open, so that a kill may also fall into opening it.
answerParent({});

/**
 * A node that will be killed. It appends in several lanes at once; in each lane, an entry follows when the one before has
 * committed. It shows every checkpoint as the service would.
 */
const db = await openDb({ ...place, poolSize: 6 });
const log = await openLog({
  db,
  now: Date.now,
  random: randomBytes,
  log: pino({ level: 'silent' }),
  dataDir: place.dataDir,
  publicUrl: undefined,
  key: '33'.repeat(32),
  keyFile: undefined,
  closers: [],
});

const entry = (challenge: string): EntryOf<'transcript'> => ({
  kind: 'transcript',
  version: 1,
  challenge,
  transcript: '0'.repeat(64),
  outcome: 'true',
  acceptance: null,
});

class Undone extends Error {}

const live = async (lane: number) => {
  const random = seeded(seed).fork(lane);
  for (let n = 0; ; ) {
    const ids = Array.from({ length: 1 + random.int(4) }, () => `${name}-${lane}-${n++}`);
    const isUndone = random() < 0.1;
    try {
      await db.write(async (tx) => {
        for (const id of ids) await log.append(tx, entry(id), id);
        if (isUndone) throw new Undone();
      });
      say({ committed: ids });
      // Half of the time the lane does not wait. The entry then gets its place from whoever gives places next, also after a
      // kill.
      if (random() < 0.5) for (const id of ids) say({ sequenced: id, index: (await log.sequenced(id)).index });
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
      say({ undone: ids });
    }
    await pause(random.int(8));
  }
};

const show = async () => {
  for (let last = ''; ; await pause(3)) {
    const { checkpoint } = await log.checkpoint();
    if (checkpoint !== last) say({ checkpoint });
    last = checkpoint;
  }
};

await Promise.all([show(), ...Array.from({ length: lanes }, (_, lane) => live(lane))]);
