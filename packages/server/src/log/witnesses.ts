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
import { type Candidate, drawPanel, quorumOf } from './panels.ts';
import type { PublicLog } from './public-log.ts';
import * as store from './witness-store.ts';

export interface WitnessesOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly log: Pick<PublicLog, 'checkpoint'>;
  /** Admitted challengers that are connected now. */
  readonly candidates: () => Promise<readonly Candidate[]>;
  /** The witness key in hex that an agent signed in its description; undefined where it named none. */
  readonly witnessKey: (agent: Pick<Candidate, 'proofType' | 'id'>) => Promise<string | undefined>;
  /** An agent's own leaf in the newest eligible tree that a log of this size has, to show to it. */
  readonly leafOf: (
    agent: Pick<Candidate, 'proofType' | 'id'>,
    size: number,
  ) => Promise<{ readonly tree_index: number; readonly part: object } | undefined>;
  readonly send: (to: Candidate & { readonly role: 'challenger' }, message: HubMessageOf<'cosign'>) => unknown;
  readonly warn: (problem: string, error: unknown) => void;
}

/** Between two checkpoints that witnesses are asked about. */
const everyMs = 10_000;

/**
 * Has checkpoints cosigned by the day's panel. Every node asks; a round is known by its size, so that what several do at
 * once is done once.
 */
export class Witnesses {
  readonly #options: WitnessesOptions;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<unknown> = Promise.resolve();

  constructor(options: WitnessesOptions) {
    this.#options = options;
  }

  start(): void {
    const work = () => {
      this.#working = this.step().catch((error: unknown) => this.#options.warn('asking witnesses failed', error));
    };
    this.#timer = setInterval(work, everyMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#working;
  }

  /** Asks about the newest checkpoint, and again those who have not answered about it. */
  async step(): Promise<void> {
    const { db, log, send } = this.#options;
    const { size, checkpoint } = await log.checkpoint();
    if (size === 0) return;
    const panel = await this.panel();
    if (!panel) return;
    const last = await store.newestRound(db);
    if (!last || last.size < size) await db.write((tx) => store.insertRound(tx, { size, checkpoint, day: panel.day }));
    const round = (await store.newestRound(db)) as store.Round;
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

  /** Today's panel; undefined while too few are there for one. */
  async panel(): Promise<store.Panel | undefined> {
    const { db, now, log, candidates } = this.#options;
    const day = new Date(now()).toISOString().slice(0, 10);
    const known = await store.findPanel(db, day);
    if (known) return known;
    const { size, checkpoint } = await log.checkpoint();
    const root = toHex(parseCheckpoint(parseNote(checkpoint).text).root);
    const members = drawPanel(day, root, await candidates());
    if (members.length < quorumOf(members.length)) return undefined;
    await db.write((tx) => store.insertPanel(tx, { day, size, root, members }));
    return store.findPanel(db, day);
  }

  /** Takes a cosignature in, if it is of a member of the round's panel and holds under the key of its description. */
  async receive(
    agent: Pick<Candidate, 'proofType' | 'id'>,
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

  /** Who cosigned last: for those who want to know their keys before they need them. */
  async keys(): Promise<readonly { readonly agent: string; readonly vkey: string }[]> {
    const round = await store.newestCosigned(this.#options.db);
    const cosigned = round ? await store.listCosignatures(this.#options.db, round.size) : [];
    return cosigned.map(({ witness, vkey }) => ({ agent: witness, vkey }));
  }
}

/** Whether the line is a cosignature of this checkpoint under this key, by the agent's name. */
const holds = (checkpoint: string, agentId: string, publicKey: string, vkey: string, line: string): boolean => {
  try {
    const key = parseVerifierKey(vkey);
    if (key.name !== agentId || key.type !== signatureTypes.cosignature) return false;
    if (toHex(key.publicKey) !== publicKey) return false;
    const cosigned = `${checkpoint}${line}\n`;
    const note = parseNote(cosigned);
    // One signature, written as we would write it: nothing else gets below what is served.
    if (line.includes('\n') || formatNote(note) !== cosigned) return false;
    return verifyNote(note, [key]).length === 1;
  } catch (error) {
    if (error instanceof NoteError || error instanceof KeyError) return false;
    throw error;
  }
};
