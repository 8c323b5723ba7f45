import { composeEntry, type LogFiles } from '@trigpoint/log';
import { plant } from '@trigpoint/log/testing-tree';
import { cellOf, type EligibleLeaf, findLeaf, headOf, partOf, recordingReader, treeOf } from '@trigpoint/proofs';
import { expect, test } from 'vitest';
import { OwnLeaf } from './own-leaf.ts';

const place = { latitude: 50.1, longitude: 8.7 };
const own = 'IPv4/own';
const described = 'ab'.repeat(32);
const leaf = (id: string, over: Partial<EligibleLeaf> = {}): EligibleLeaf => ({
  ...{ cell: cellOf(place), id, description: described, owner: id, since: 0, network: id, endpoint: '', system: '' },
  ...over,
});
const others = Array.from({ length: 9 }, (_, i) =>
  leaf(`IPv4/${i}`, { cell: cellOf({ latitude: 9 * i, longitude: i }) }),
);

const started = Date.parse('2026-11-16T09:00:00.000Z');
const entryOf = (leaves: readonly EligibleLeaf[], minutes: number, proof_type = 'pol') => {
  const { root, size } = headOf(treeOf(leaves));
  const at = new Date(started + 60_000 * minutes).toISOString();
  return composeEntry({ kind: 'tree', version: 1, proof_type, family: 'IPv4', root, size, block: 1, at });
};
const logOf = async (texts: readonly string[]) => {
  const { tile, reader } = plant(texts.map((it) => new TextEncoder().encode(it)));
  const size = texts.length;
  const checkpoint = { origin: 'x', size, root: await reader(size).root(), text: '', witnesses: [] };
  const files: LogFiles = { tile: async (name) => tile(name), checkpoint: async () => '' };
  return { checkpoint, files };
};
/** What a service shows of a tree. */
const shown = (leaves: readonly EligibleLeaf[], tree_index: number, of = leaves.find((it) => it.id === own)) => {
  const tree = treeOf(leaves);
  const { open, opened } = recordingReader();
  if (of) findLeaf(tree, of, open);
  return { tree_index, part: { ...partOf(tree, opened) } as Record<string, unknown> };
};
const objects = async (
  texts: readonly string[],
  leaf?: ReturnType<typeof shown>,
  since: number | undefined = started,
) => {
  const it = new OwnLeaf({
    ...{ proofType: 'pol', id: () => own, cell: cellOf(place), since: () => since },
    isDescribedBy: (hash) => hash === described,
  });
  const { checkpoint, files } = await logOf(texts);
  return it.objection(checkpoint, files, leaf);
};

const all = [...others, leaf(own)];

test('a challenger finds itself in the newest tree of its kind', async () => {
  const texts = [entryOf(others, 5), entryOf(all, 6), entryOf(others, 7, 'pob')];
  expect(await objects(texts, shown(all, 1))).toBeUndefined();
});

test('it objects where it is hidden, moved, described otherwise, or shown another tree', async () => {
  const texts = [entryOf(all, 5)];
  expect(await objects(texts)).toContain('does not have this challenger');
  const hidden = [...texts, entryOf(others, 6)];
  expect(await objects(hidden)).toContain('entry 1 does not have this challenger');
  expect(await objects(hidden, shown(all, 0))).toContain('not of the one in entry 1');
  expect(await objects(hidden, shown(all, 1))).toContain('not of the one in entry 1');
  const far = leaf(own, { cell: cellOf({ latitude: -33, longitude: 151 }) });
  const moved = [...others, far];
  expect(await objects([entryOf(moved, 5)], shown(moved, 0))).toMatch(/is no part of one|at its place/);
  const renamed = [...others, leaf(own, { description: 'cd'.repeat(32) })];
  expect(await objects([entryOf(renamed, 5)], shown(renamed, 0))).toContain('did not sign');
});

test('one that has just come, or may not be drawn, is not in the tree yet', async () => {
  expect(await objects([entryOf(others, 1)])).toBeUndefined();
  expect(await objects([entryOf(others, 5)], undefined, undefined)).toContain('does not have');
  const waits = new OwnLeaf({
    ...{ proofType: 'pol', id: () => own, cell: 0, since: () => undefined, isDescribedBy: () => false },
  });
  const { checkpoint, files } = await logOf([entryOf(others, 5)]);
  expect(await waits.objection(checkpoint, files, undefined)).toBeUndefined();
});

test('entries that are not those of the checkpoint are not believed', async () => {
  const { checkpoint } = await logOf([entryOf(others, 5), entryOf(all, 6)]);
  const { files } = await logOf([entryOf(all, 5), entryOf(all, 6)]);
  const it = new OwnLeaf({
    ...{ proofType: 'pol', id: () => own, cell: cellOf(place), since: () => started, isDescribedBy: () => true },
  });
  await expect(it.objection(checkpoint, files, shown(all, 1))).rejects.toThrow('not those of its checkpoint');
});
