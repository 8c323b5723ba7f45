import { openCheckpoint, parseEntry, parseVerifierKey, TileReader, tileWidth, verifyConsistency } from '@trigpoint/log';
import type { PublicLog } from '@trigpoint/server/log';
import type { Said } from './appender-process.ts';

/** Everything that nodes have said while they were alive. */
export class Claims {
  /** Entries by lane, each appended after the one before had committed. */
  readonly lanes = new Map<string, string[]>();
  readonly undone = new Set<string>();
  readonly places = new Map<string, number>();
  readonly checkpoints = new Set<string>();

  get count(): number {
    return this.checkpoints.size + this.places.size;
  }

  hear(it: Said): void {
    if ('checkpoint' in it) this.checkpoints.add(it.checkpoint);
    else if ('sequenced' in it) this.places.set(it.sequenced, it.index);
    else if ('undone' in it) for (const id of it.undone) this.undone.add(id);
    else
      for (const id of it.committed) {
        const lane = id.slice(0, id.lastIndexOf('-'));
        this.lanes.set(lane, [...(this.lanes.get(lane) ?? []), id]);
      }
  }
}

/** Reads the log as a stranger does and compares it with what was said. */
export const checkLog = async (log: PublicLog, claims: Claims): Promise<{ size: number; violations: string[] }> => {
  const violations: string[] = [];
  const verifier = parseVerifierKey(log.vkey);
  const { size, root } = openCheckpoint((await log.checkpoint()).checkpoint, verifier);
  const reader = new TileReader(size, async (name) => {
    const bytes = await log.tile(name);
    if (!bytes) throw new Error(`tile ${name.level}/${name.index} of width ${name.width} is missing`);
    return bytes;
  });
  if (Buffer.compare(await reader.root(), root) !== 0)
    violations.push('the tiles have another root than the checkpoint');
  const found = new Map<string, number>();
  for (let bundle = 0; bundle * tileWidth < size; bundle++)
    for (const [i, bytes] of (await reader.entries(bundle)).entries()) {
      const entry = parseEntry(bytes);
      const id = entry.kind === 'transcript' ? entry.challenge : entry.kind;
      if (found.has(id)) violations.push(`${id} is in the log twice`);
      found.set(id, bundle * tileWidth + i);
    }
  for (const [lane, ids] of claims.lanes) {
    let last = -1;
    for (const id of ids) {
      const at = found.get(id);
      if (at === undefined) violations.push(`${id} was committed and is not in the log`);
      else if (at < last) violations.push(`lane ${lane}: ${id} stands before one that was appended earlier`);
      else last = at;
    }
  }
  for (const id of claims.undone) if (found.has(id)) violations.push(`${id} was rolled back and is in the log`);
  for (const [id, index] of claims.places)
    if (found.get(id) !== index) violations.push(`${id} was said to be at ${index} and is at ${found.get(id)}`);
  for (const note of claims.checkpoints) {
    const { size: oldSize, root: oldRoot } = openCheckpoint(note, verifier);
    const isOlder = oldSize <= size;
    const path = isOlder ? await reader.consistency(oldSize) : [];
    if (!isOlder || !verifyConsistency({ oldSize, oldRoot, size, root, path }))
      violations.push(`the checkpoint of size ${oldSize} is not continued by the last one`);
  }
  return { size, violations };
};
