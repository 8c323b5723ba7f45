import { fromBase64, toBase64 } from './bytes.ts';
import { type OpenedCheckpoint, openCheckpoint } from './checkpoints.ts';
import { hashBytes, leafHash } from './hashes.ts';
import { NoteError } from './signed-notes.ts';
import { verifyInclusion } from './tree-proofs.ts';
import type { VerifierKey } from './verifier-keys.ts';

/** A proof that an entry is in the log, for checks offline (C2SP tlog-proof): its index, its path and a checkpoint. */
export interface InclusionFile {
  readonly index: number;
  readonly path: readonly Uint8Array[];
  /** As it was served, with its signatures. */
  readonly checkpoint: string;
}

const firstLine = 'c2sp.org/tlog-proof@v1';

export const formatInclusion = ({ index, path, checkpoint }: InclusionFile): string =>
  `${firstLine}\nindex ${index}\n${path.map((it) => `${toBase64(it)}\n`).join('')}\n${checkpoint}`;

export const parseInclusion = (text: string): InclusionFile => {
  const end = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, Math.max(0, end)).split('\n');
  if (lines[0]?.startsWith('extra ')) lines.shift();
  const index = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '')?.[1];
  if (first !== firstLine || index === undefined) throw new NoteError('This is not a proof of inclusion.');
  const path = lines.map((it) => {
    const hash = fromBase64(it);
    if (hash?.length !== hashBytes) throw new NoteError('A proof of inclusion has a line that is no hash.');
    return hash;
  });
  return { index: Number(index), path, checkpoint: text.slice(end + 2) };
};

/** Opens the checkpoint and follows the path. Throws if either is wrong. */
export const openInclusion = (
  entry: Uint8Array,
  { index, path, checkpoint }: InclusionFile,
  log: VerifierKey,
  witnesses: readonly VerifierKey[] = [],
): OpenedCheckpoint => {
  const opened = openCheckpoint(checkpoint, log, witnesses);
  if (!verifyInclusion({ leaf: leafHash(entry), index, size: opened.size, root: opened.root, path }))
    throw new NoteError(`The entry is not number ${index} of the log.`);
  return opened;
};
