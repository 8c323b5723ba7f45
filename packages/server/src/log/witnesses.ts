import {
  formatNote,
  KeyError,
  NoteError,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  signatureTypes,
  toHex,
  verifyNote,
} from '@trigpoint/log';
import type { AgentMessageOf, HubMessageOf } from '@trigpoint/protocol';
import type { Db } from '../db/driver.ts';
import { repeat } from '../repeat.ts';
import { iso } from '../times.ts';
import { type Challenger, drawPanel, quorumOf } from './panels.ts';
import type { PublicLog } from './public-log.ts';
import * as store from './witness-store.ts';

interface WitnessesOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly log: Pick<PublicLog, 'checkpoint'>;
  /** Admitted challengers that are connected now. */
  readonly admitted: () => Promise<readonly Challenger[]>;
  /** The witness key, in hex, from an agent's signed description; undefined if it names none. */
  readonly witnessKey: (agent: Pick<Challenger, 'proofType' | 'id'>) => Promise<string | undefined>;
  /** An agent's leaf in the newest eligible tree that a log of this size has. The agent is shown it. */
  readonly leafOf: (
    agent: Pick<Challenger, 'proofType' | 'id'>,
    size: number,
  ) => Promise<{ readonly tree_index: number; readonly part: object } | undefined>;
  readonly send: (to: Challenger & { readonly role: 'challenger' }, message: HubMessageOf<'cosign'>) => unknown;
  readonly warn: (problem: string, error: unknown) => void;
}

/** How often witnesses are asked. */
const everyMs = 10_000;

/** Asks the panel of the day to cosign checkpoints. Every node asks; the size of the log names the round they share. */
export class Witnesses {
  readonly #options: WitnessesOptions;

  constructor(options: WitnessesOptions) {
    this.#options = options;
  }

  /** Returns what ends the asking. */
  start(): () => Promise<void> {
    return repeat(
      everyMs,
      () => this.step(),
      (error) => this.#options.warn('asking witnesses failed', error),
    );
  }

  /** Asks the members of the round's panel that have not cosigned the newest checkpoint yet. */
  async step(): Promise<void> {
    const { db, log, send } = this.#options;
    const { size, checkpoint } = await log.checkpoint();
    if (size === 0) return;
    const last = await store.newestRound(db);
    if (!last || last.size < size) {
      const today = await this.panel();
      if (!today) return;
      await db.write((tx) => store.insertRound(tx, { size, checkpoint, day: today.day }));
    }
    // A round that began before midnight stays with the panel of its day.
    const round = (await store.newestRound(db)) as store.Round;
    const panel = (await store.findPanel(db, round.day)) as store.Panel;
    const answered = new Set((await store.listCosignatures(db, round.size)).map((it) => it.witness));
    for (const member of panel.members) {
      if (answered.has(member.id)) continue;
      const leaf = await this.#options.leafOf(member, round.size);
      const message = { type: 'cosign' as const, checkpoint: round.checkpoint };
      send(
        { ...member, role: 'challenger' },
        leaf ? { ...message, leaf: { tree_index: leaf.tree_index, part: { ...leaf.part } } } : message,
      );
    }
  }

  /** Today's panel; undefined while there are too few challengers. */
  async panel(): Promise<store.Panel | undefined> {
    const { db, now, log, admitted } = this.#options;
    const day = iso(now()).slice(0, 10);
    const known = await store.findPanel(db, day);
    if (known) return known;
    const { size, checkpoint } = await log.checkpoint();
    const root = toHex(parseCheckpoint(parseNote(checkpoint).text).root);
    const members = drawPanel(day, root, await admitted());
    if (members.length < quorumOf(members.length)) return undefined;
    await db.write((tx) => store.insertPanel(tx, { day, size, root, members }));
    return store.findPanel(db, day);
  }

  /** Stores a cosignature if it comes from a member of the round's panel and is valid for the key in its description. */
  async receive(
    agent: Pick<Challenger, 'proofType' | 'id'>,
    { size, vkey, line }: AgentMessageOf<'cosignature'>,
  ): Promise<boolean> {
    const { db } = this.#options;
    const round = await store.findRound(db, size);
    const panel = round && (await store.findPanel(db, round.day));
    if (!round || !panel?.members.some((it) => it.id === agent.id)) return false;
    const key = await this.#options.witnessKey(agent);
    if (key === undefined || !holds(round.checkpoint, agent.id, key, vkey, line)) return false;
    await db.write(async (tx) => {
      await store.insertCosignature(tx, size, { witness: agent.id, vkey, line });
      const { length } = await store.listCosignatures(tx, size);
      if (length >= quorumOf(panel.members.length)) await store.noteCosigned(tx, size);
    });
    return true;
  }

  /** The newest checkpoint that enough of its day's panel cosigned, with their lines below it. */
  async cosigned(): Promise<{ readonly size: number; readonly checkpoint: string } | undefined> {
    const { db } = this.#options;
    const round = await store.newestCosigned(db);
    if (!round) return undefined;
    const lines = (await store.listCosignatures(db, round.size)).map((it) => `${it.line}\n`);
    return { size: round.size, checkpoint: `${round.checkpoint}${lines.join('')}` };
  }

  /** Who cosigned last, for readers who want to know the keys before they need them. */
  async keys(): Promise<readonly { readonly agent: string; readonly vkey: string }[]> {
    const round = await store.newestCosigned(this.#options.db);
    const cosigned = round ? await store.listCosignatures(this.#options.db, round.size) : [];
    return cosigned.map(({ witness, vkey }) => ({ agent: witness, vkey }));
  }
}

/** Whether the line is a valid cosignature of this checkpoint under this key and the agent's name. */
const holds = (checkpoint: string, agentId: string, publicKey: string, vkey: string, line: string): boolean => {
  try {
    const key = parseVerifierKey(vkey);
    if (key.name !== agentId || key.type !== signatureTypes.cosignature) return false;
    if (toHex(key.publicKey) !== publicKey) return false;
    const cosigned = `${checkpoint}${line}\n`;
    const note = parseNote(cosigned);
    // The line must be one signature in exactly our spelling, because it is served below the checkpoint.
    if (line.includes('\n') || formatNote(note) !== cosigned) return false;
    return verifyNote(note, [key]).length === 1;
  } catch (error) {
    if (error instanceof NoteError || error instanceof KeyError) return false;
    throw error;
  }
};
