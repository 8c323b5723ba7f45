import { fromBase64, toBase64 } from './bytes.ts';
import { hashBytes } from './hashes.ts';
import { formatNote, NoteError, parseNote, signNote, type Verified, verifyNote } from './signed-notes.ts';
import { isSameKey, type Signer, type VerifierKey } from './verifier-keys.ts';

/** The log at one size (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** The log's name for itself, also the name of its key. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** Reads the text of a checkpoint, without its signatures. Lines after the third are extensions, which are ignored. */
export const parseCheckpoint = (text: string): Checkpoint => {
  const [origin = '', size = '', encoded = '', ...rest] = text.split('\n');
  const root = fromBase64(encoded);
  const isWhole = rest.at(-1) === '' && rest.slice(0, -1).every((it) => it !== '');
  if (origin === '' || !/^(0|[1-9]\d{0,15})$/.test(size) || root?.length !== hashBytes || !isWhole)
    throw new NoteError('A checkpoint has an origin, a size and a root, one a line.');
  if (!Number.isSafeInteger(Number(size))) throw new NoteError(`A log of ${size} entries is too large.`);
  return { origin, size: Number(size), root };
};

/** The checkpoint as it is served. */
export const signCheckpoint = (checkpoint: Checkpoint, signer: Signer): string =>
  formatNote(signNote(formatCheckpoint(checkpoint), signer));

export interface OpenedCheckpoint extends Checkpoint {
  /** The text that the log signed and that witnesses cosign. */
  readonly text: string;
  /** Which of the named witnesses cosigned. */
  readonly witnesses: readonly Verified[];
}

/**
 * Reads a checkpoint with the keys of the log and of witnesses that the caller names. Throws if the log's signature is missing, if a
 * signature of one of these keys is wrong, or if the checkpoint is of another log.
 */
export const openCheckpoint = (
  note: string,
  log: VerifierKey,
  witnesses: readonly VerifierKey[] = [],
): OpenedCheckpoint => {
  const parsed = parseNote(note);
  const verified = verifyNote(parsed, [log, ...witnesses]);
  if (!verified.some(({ key }) => isSameKey(key, log))) throw new NoteError(`"${log.name}" has not signed this.`);
  const checkpoint = parseCheckpoint(parsed.text);
  if (checkpoint.origin !== log.name)
    throw new NoteError(`This is a checkpoint of "${checkpoint.origin}", not of "${log.name}".`);
  return { ...checkpoint, text: parsed.text, witnesses: verified.filter(({ key }) => !isSameKey(key, log)) };
};
