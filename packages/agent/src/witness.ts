import { readFile, rename, writeFile } from 'node:fs/promises';
import {
  cosign,
  formatNote,
  formatVerifierKey,
  type LogFiles,
  makeSigner,
  NoteError,
  type OpenedCheckpoint,
  openCheckpoint,
  openInclusion,
  parseEntry,
  parseInclusion,
  parseVerifierKey,
  type Signer,
  showContinued,
  signatureTypes,
  toHex,
  type VerifierKey,
} from '@trigpoint/log';
import { type Evidence, hashOf } from '@trigpoint/proofs';
import {
  type AgentMessage,
  type AgentMessageOf,
  type HubMessage,
  type HubMessageOf,
  parseReading,
  ServiceError,
} from '@trigpoint/protocol';
import { keepNewest } from './newest.ts';
import type { OwnLeaf } from './own-leaf.ts';

/** What a witness must remember: the key of the log, and the last checkpoint that it cosigned. */
export interface WitnessState {
  readonly vkey: string;
  readonly checkpoint: string;
}

export interface WitnessMemory {
  load(): Promise<WitnessState | undefined>;
  keep(state: WitnessState): Promise<void>;
}

export interface WitnessOptions {
  readonly seed: Uint8Array;
  /** The agent's id. It is also the name of the witness's key. */
  readonly id: () => string;
  readonly files: LogFiles;
  /** Asks the service for the log's key. It is asked once, and the answer is kept. */
  readonly vkey: () => Promise<string>;
  /** Evidence of an ended challenge. */
  readonly evidence: (challengeId: string) => Promise<Pick<Evidence, 'transcript' | 'log'>>;
  readonly memory: WitnessMemory;
  /** Checks the agent's own leaf in the eligible tree. Without it that is not checked. */
  readonly ownLeaf?: OwnLeaf;
  /** Milliseconds. */
  readonly now: () => number;
}

/** The public key of a seed, in hex: what a challenger's description names. */
export const witnessKeyOf = (seed: Uint8Array): string => toHex(makeSigner('witness', seed).publicKey);

/** Why a witness does not cosign: for the service's log and the agent's owner. */
class Objection extends Error {
  override readonly name = 'Objection';
}

/** How many of its own readings a witness remembers, to look for them in transcripts. */
const maxReceipts = 64;
/** A challenge ends minutes after its readings. A witness cosigns nothing while it has not seen a transcript for longer than this. */
const patienceMs = 3_600_000;

interface Receipt {
  readonly text: string;
  /** When the service took it. */
  readonly at: number;
}

/**
 * Cosigns checkpoints of the service's log. It cosigns a checkpoint only if three things hold: the checkpoint continues the last one
 * that it cosigned, the newest eligible tree has this agent at its place, and the transcripts that the log names have its readings as
 * it sent them.
 */
export class Witness {
  readonly #options: WitnessOptions;
  /** Readings that the service took, by challenge. */
  readonly #receipts = new Map<string, Receipt>();
  readonly #sent = new Map<string, string>();
  readonly #tasks = new Map<string, string>();
  /** Why it cosigns nothing any more. Undefined while it does. */
  #objection: Objection | undefined;
  #atWork: Promise<unknown> = Promise.resolve();

  constructor(options: WitnessOptions) {
    this.#options = options;
  }

  /** Notes the readings that the agent sends. */
  said(message: AgentMessage): void {
    if (message.type === 'reading' && this.#tasks.has(message.challenge_id))
      keep(this.#sent, message.challenge_id, message.message);
  }

  /** Notes which readings the service accepted. These must be in the transcript. */
  heard(message: HubMessage): void {
    const tasks = message.type === 'welcome' ? message.resume_tasks : [message];
    // Measurements of the mesh are in no transcript.
    for (const it of tasks) if (it.type === 'task') keep(this.#tasks, it.task.challenge_id, '');
    if (message.type !== 'recorded') return;
    const text = this.#sent.get(message.challenge_id);
    this.#sent.delete(message.challenge_id);
    if (message.accepted && text !== undefined)
      keep(this.#receipts, message.challenge_id, { text, at: this.#options.now() });
  }

  /** Answers one request after another. Two checkpoints at once could both continue the last one, and not each other. */
  answer(
    checkpoint: string,
    leaf?: HubMessageOf<'cosign'>['leaf'],
  ): Promise<AgentMessageOf<'cosignature' | 'cosign_refused'>> {
    const answer = this.#atWork.then(() => this.#answer(checkpoint, leaf));
    this.#atWork = answer.catch(() => {});
    return answer;
  }

  async #answer(
    note: string,
    leaf: HubMessageOf<'cosign'>['leaf'],
  ): Promise<AgentMessageOf<'cosignature' | 'cosign_refused'>> {
    try {
      if (this.#objection) throw this.#objection;
      return await this.#cosign(note, leaf);
    } catch (error) {
      if (!(error instanceof Objection || error instanceof NoteError)) throw error;
      return { type: 'cosign_refused', reason: error.message.slice(0, 512) };
    }
  }

  async #cosign(note: string, leaf: HubMessageOf<'cosign'>['leaf']): Promise<AgentMessageOf<'cosignature'>> {
    const { memory, now, id, seed, ownLeaf, files } = this.#options;
    const state = await memory.load();
    const vkey = state?.vkey ?? (await this.#options.vkey());
    const log = parseVerifierKey(vkey);
    const newest = openCheckpoint(note, log);
    if (state) await this.#checkContinues(openCheckpoint(state.checkpoint, log), newest);
    await this.#checkReceipts(log, newest);
    // This objection is not for ever: an agent that was left out by mistake is in the next tree.
    const hidden = await ownLeaf?.objection(newest, files, leaf);
    if (hidden !== undefined) throw new Objection(hidden);
    // The checkpoint is kept before it is signed. A witness that forgets what it signed could sign a fork.
    await memory.keep({ vkey, checkpoint: note });
    const signer: Signer = makeSigner(id(), seed, signatureTypes.cosignature);
    const signature = cosign(newest.text, Math.floor(now() / 1000), signer);
    const line = formatNote({ text: newest.text, signatures: [signature] })
      .slice(newest.text.length + 1)
      .trimEnd();
    return { type: 'cosignature', size: newest.size, vkey: formatVerifierKey(signer), line };
  }

  async #checkContinues(last: OpenedCheckpoint, newest: OpenedCheckpoint): Promise<void> {
    if (newest.size < last.size)
      throw new Objection(`This checkpoint has ${newest.size} entries; the one cosigned last had ${last.size}.`);
    if (!(await showContinued(this.#options.files.tile, last, newest)))
      throw new Objection(`This checkpoint does not continue the one of ${last.size} entries: the log has forked.`);
  }

  /**
   * Looks for its readings in the transcripts of ended challenges. If one is missing or altered, or the log names another transcript,
   * this witness never cosigns again. If it is not shown one for long, it waits.
   */
  async #checkReceipts(log: VerifierKey, newest: OpenedCheckpoint): Promise<void> {
    for (const [challengeId, { text, at }] of this.#receipts) {
      const found = await this.#options.evidence(challengeId).catch((error: unknown) => {
        // The challenge still runs, or the service cannot be reached. It is looked at another time.
        if (!(error instanceof ServiceError) || error.code !== 'challenge_not_found') return undefined;
        return 'gone' as const;
      });
      if (found === undefined || (found !== 'gone' && !(await this.#isLogged(challengeId, found, log, newest)))) {
        if (this.#options.now() - at > patienceMs)
          throw new Objection(`The service does not show how challenge ${challengeId} ended, which has its reading.`);
        continue;
      }
      const { challenger } = parseReading(text);
      const seats = found === 'gone' ? [] : (found.transcript.draw?.seats ?? []);
      if (!seats.some((it) => it.challenger.id === challenger && it.message === text)) {
        this.#objectTo(`The transcript of challenge ${challengeId} does not have its reading as it was sent.`);
      }
      this.#receipts.delete(challengeId);
    }
  }

  /** Whether the log has this transcript under the checkpoint. False while it may only need time. */
  async #isLogged(
    challengeId: string,
    { transcript, log: place }: Pick<Evidence, 'transcript' | 'log'>,
    log: VerifierKey,
    newest: OpenedCheckpoint,
  ): Promise<boolean> {
    if (!place) return false;
    const opened = openInclusion(new TextEncoder().encode(place.entry), parseInclusion(place.proof), log);
    const entry = parseEntry(place.entry);
    const isIt =
      entry.kind === 'transcript' && entry.challenge === challengeId && entry.transcript === hashOf(transcript);
    if (!isIt) this.#objectTo(`The log does not name the transcript of challenge ${challengeId} that was shown.`);
    if (opened.size > newest.size) return false;
    if (!(await showContinued(this.#options.files.tile, opened, newest)))
      this.#objectTo(
        `This checkpoint does not continue the one that has challenge ${challengeId}: the log has forked.`,
      );
    return true;
  }

  #objectTo(reason: string): never {
    this.#objection = new Objection(reason);
    throw this.#objection;
  }
}

const keep = <T>(newest: Map<string, T>, key: string, it: T): void => {
  newest.delete(key);
  newest.set(key, it);
  keepNewest(newest, maxReceipts);
};

/** Remembers in a file. The file is replaced as a whole, so it is never half written. */
export const witnessFile = (path: string): WitnessMemory => ({
  async load() {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined ? undefined : (JSON.parse(text) as WitnessState);
  },
  async keep(state) {
    await writeFile(`${path}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
  },
});

/** Remembers while the process runs. It is for networks on one machine. */
export const witnessInMemory = (): WitnessMemory => {
  let kept: WitnessState | undefined;
  return {
    load: async () => kept,
    keep: async (state) => {
      kept = state;
    },
  };
};
