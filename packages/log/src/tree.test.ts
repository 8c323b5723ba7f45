import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHex, toUtf8 } from './bytes.ts';
import { decodeBundle, encodeBundle } from './entry-bundles.ts';
import { emptyRoot, leafHash, nodeHash, splitPoint } from './hashes.ts';
import { sha256 as inBrowsers } from './sha256.ts';
import { sha256 as inNode } from './sha256-node.ts';
import { plant } from './testing-tree.ts';
import { parseTilePath, type TileName, tilePath, widthIn } from './tile-paths.ts';
import { TileReader } from './tile-reader.ts';
import { Tile, TileError } from './tiles.ts';
import { TreeEdge } from './tree-edge.ts';
import { verifyConsistency, verifyInclusion } from './tree-proofs.ts';

const fromHex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** The definition of RFC 6962, section 2.1, word by word. */
const definedRoot = (leaves: readonly Uint8Array[]): Uint8Array => {
  const [only] = leaves;
  if (only === undefined) return emptyRoot;
  if (leaves.length === 1) return only;
  const k = splitPoint(leaves.length);
  return nodeHash(definedRoot(leaves.slice(0, k)), definedRoot(leaves.slice(k)));
};

/** The definition of RFC 6962, section 2.1.1. */
const definedPath = (m: number, leaves: readonly Uint8Array[]): Uint8Array[] => {
  if (leaves.length === 1) return [];
  const k = splitPoint(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return m < k ? [...definedPath(m, left), definedRoot(right)] : [...definedPath(m - k, right), definedRoot(left)];
};

/** The definition of RFC 6962, section 2.1.2. */
const definedProof = (m: number, leaves: readonly Uint8Array[], isWhole: boolean): Uint8Array[] => {
  if (m === leaves.length) return isWhole ? [] : [definedRoot(leaves)];
  const k = splitPoint(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return m <= k
    ? [...definedProof(m, left, isWhole), definedRoot(right)]
    : [...definedProof(m - k, right, false), definedRoot(left)];
};

const hex = (hashes: readonly Uint8Array[]) => hashes.map(toHex);

const flipped = (bytes: Uint8Array, bit: number): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
  return copy;
};

describe('hashes of RFC 6962', () => {
  test('the empty tree, the empty leaf and another', () => {
    expect(toHex(emptyRoot)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(toHex(leafHash(new Uint8Array(0)))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
    expect(toHex(leafHash(toUtf8('L123456')))).toBe('395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56');
  });

  /** The eight leaves that implementations of Certificate Transparency test each other with. */
  test('the roots of the eight known leaves', async () => {
    const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const roots = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ];
    const tree = plant(leaves.map(fromHex));
    for (const [i, root] of roots.entries()) expect(toHex(await tree.reader(i + 1).root())).toBe(root);
  });

  test('Node and browsers hash alike', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (data) => {
        expect(toHex(inNode(data))).toBe(toHex(inBrowsers(data)));
      }),
    );
  });
});

describe('proofs from tiles', () => {
  const entries = Array.from({ length: 70 }, (_, i) => toUtf8(`entry ${i}`));
  const leaves = entries.map(leafHash);
  const tree = plant(entries);

  test('every inclusion up to size 70 is the one defined, and verifies', async () => {
    for (let size = 1; size <= 70; size++) {
      const reader = tree.reader(size);
      const root = await reader.root();
      expect(toHex(root)).toBe(toHex(definedRoot(leaves.slice(0, size))));
      for (let index = 0; index < size; index++) {
        const path = await reader.inclusion(index);
        expect(hex(path)).toEqual(hex(definedPath(index, leaves.slice(0, size))));
        expect(verifyInclusion({ leaf: leaves[index] as Uint8Array, index, size, root, path })).toBe(true);
      }
    }
  });

  test('every consistency up to size 70 is the one defined, and verifies', async () => {
    for (let size = 0; size <= 70; size++) {
      const root = await tree.reader(size).root();
      for (let oldSize = 0; oldSize <= size; oldSize++) {
        const oldRoot = await tree.reader(oldSize).root();
        const path = await tree.reader(size).consistency(oldSize);
        if (oldSize > 0) expect(hex(path)).toEqual(hex(definedProof(oldSize, leaves.slice(0, size), true)));
        expect(verifyConsistency({ oldSize, oldRoot, size, root, path })).toBe(true);
      }
    }
  });

  test('any flipped bit, another place or another length fails', async () => {
    const sizes = fc.integer({ min: 2, max: 70 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        index: fc.nat(size - 1),
        oldSize: fc.integer({ min: 1, max: size - 1 }),
        place: fc.nat(),
        bit: fc.nat(255),
      }),
    );
    await fc.assert(
      fc.asyncProperty(sizes, async ({ size, index, oldSize, place, bit }) => {
        const reader = tree.reader(size);
        const root = await reader.root();
        const leaf = leaves[index] as Uint8Array;
        const path = await reader.inclusion(index);
        const whole = { leaf, index, size, root, path };
        const bent = (hashes: readonly Uint8Array[]) =>
          hashes.map((it, i) => (i === place % hashes.length ? flipped(it, bit) : it));
        expect(verifyInclusion({ ...whole, path: bent(path) })).toBe(false);
        expect(verifyInclusion({ ...whole, leaf: flipped(leaf, bit) })).toBe(false);
        expect(verifyInclusion({ ...whole, root: flipped(root, bit) })).toBe(false);
        expect(verifyInclusion({ ...whole, path: path.slice(1) })).toBe(false);
        expect(verifyInclusion({ ...whole, path: [...path, root] })).toBe(false);
        expect(verifyInclusion({ ...whole, index: (index + 1) % size })).toBe(false);
        const older = tree.reader(oldSize);
        const proof = { oldSize, oldRoot: await older.root(), size, root, path: await reader.consistency(oldSize) };
        expect(verifyConsistency({ ...proof, path: bent(proof.path) })).toBe(false);
        expect(verifyConsistency({ ...proof, oldRoot: flipped(proof.oldRoot, bit) })).toBe(false);
        expect(verifyConsistency({ ...proof, root: flipped(root, bit) })).toBe(false);
        expect(verifyConsistency({ ...proof, path: proof.path.slice(1) })).toBe(false);
        expect(verifyConsistency({ ...proof, oldSize: size, size: oldSize })).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('every bit of one proof of each kind', async () => {
    const reader = tree.reader(70);
    const root = await reader.root();
    const path = await reader.inclusion(41);
    const proof = { oldSize: 37, oldRoot: await tree.reader(37).root(), size: 70, root };
    const consistency = await reader.consistency(37);
    const eachFlipped = function* (hashes: readonly Uint8Array[]) {
      for (let i = 0; i < hashes.length; i++)
        for (let bit = 0; bit < 256; bit++) yield hashes.map((it, at) => (at === i ? flipped(it, bit) : it));
    };
    for (const bent of eachFlipped(path))
      expect(verifyInclusion({ leaf: leaves[41] as Uint8Array, index: 41, size: 70, root, path: bent })).toBe(false);
    for (const bent of eachFlipped(consistency)) expect(verifyConsistency({ ...proof, path: bent })).toBe(false);
  });

  test('across tiles of several levels', async () => {
    const many = plant(Array.from({ length: 66_000 }, (_, i) => toUtf8(`${i}`)));
    const pick = fc.integer({ min: 1, max: 66_000 }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));
    await fc.assert(
      fc.asyncProperty(pick, async ([size, index]) => {
        const reader = many.reader(size);
        const root = await reader.root();
        const leaf = leafHash(toUtf8(`${index}`));
        expect(verifyInclusion({ leaf, index, size, root, path: await reader.inclusion(index) })).toBe(true);
        const oldSize = index + 1;
        const oldRoot = await many.reader(oldSize).root();
        expect(verifyConsistency({ oldSize, oldRoot, size, root, path: await reader.consistency(oldSize) })).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('the edge of a growing tree has the same roots and tiles, also when it is opened again', async () => {
    const leaves = Array.from({ length: 66_000 }, (_, i) => toUtf8(`${i}`));
    const many = plant(leaves);
    let edge = new TreeEdge();
    const filled = new Map<string, Uint8Array>();
    for (const [i, leaf] of leaves.entries()) {
      for (const { level, index, hashes } of edge.add(leafHash(leaf))) filled.set(`${level}/${index}`, hashes);
      if (i % 1_999 !== 0 && i !== 65_535 && i !== 255) continue;
      const size = i + 1;
      expect(edge.size).toBe(size);
      expect(toHex(edge.root())).toBe(toHex(await many.reader(size).root()));
      const partial = [0, 1, 2].map((level) => {
        const bytes = edge.partial(level);
        const index = Math.floor(size / 256 ** (level + 1));
        expect(bytes.length / 32).toBe(widthIn(size, { level, index }));
        return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.slice(at * 32, at * 32 + 32));
      });
      edge = new TreeEdge(size, partial);
    }
    expect(filled.size).toBe(257 + 1);
    for (const [name, hashes] of filled) {
      const [level = 0, index = 0] = name.split('/').map(Number);
      expect(Buffer.from(hashes).equals(many.tile({ level, index, width: 256 }))).toBe(true);
    }
  });

  test('an entry that was exchanged does not match its leaf', async () => {
    const reader = new TileReader(3, async ({ level }) =>
      level === 'entries'
        ? encodeBundle([toUtf8('entry 0'), toUtf8('another'), toUtf8('entry 2')])
        : tree.tile({ level, index: 0, width: 3 }),
    );
    await expect(reader.entries(0)).rejects.toThrow('Entry 1 is not the one that the tree has.');
    expect(await tree.reader(3).entries(0)).toEqual(entries.slice(0, 3));
  });

  test('a tile that is too narrow is refused', async () => {
    const reader = new TileReader(10, async () => tree.tile({ level: 0, index: 0, width: 9 }));
    await expect(reader.root()).rejects.toThrow(TileError);
    expect(() => new Tile(new Uint8Array(33))).toThrow(TileError);
  });

  test('nothing that comes in makes a check throw', () => {
    const some = fc.oneof(fc.integer(), fc.double(), fc.constant(2 ** 53));
    const hash = fc.uint8Array({ minLength: 30, maxLength: 33 });
    fc.assert(
      fc.property(some, some, hash, hash, fc.array(hash, { maxLength: 60 }), (a, b, x, y, path) => {
        expect(verifyInclusion({ leaf: x, index: a, size: b, root: y, path })).toBe(false);
        expect(verifyConsistency({ oldSize: a, oldRoot: x, size: b, root: y, path })).toBe(false);
      }),
    );
  });
});

describe('tile paths', () => {
  test('as the specification writes them', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 2, index: 5, width: 17 })).toBe('tile/2/005.p/17');
    expect(tilePath({ level: 'entries', index: 1067, width: 256 })).toBe('tile/entries/x001/067');
    // A tree of 70,000: 273 full tiles, then 112 hashes; one full tile of level 1, then 17; one hash of level 2.
    expect([0, 272, 273, 274].map((index) => widthIn(70_000, { level: 0, index }))).toEqual([256, 256, 112, 0]);
    expect([0, 1].map((index) => widthIn(70_000, { level: 1, index }))).toEqual([256, 17]);
    expect(widthIn(70_000, { level: 2, index: 0 })).toBe(1);
  });

  test('are read as they are written, and in no other way', () => {
    const names: fc.Arbitrary<TileName> = fc.record({
      level: fc.oneof(fc.nat(63), fc.constant('entries' as const)),
      index: fc.maxSafeNat(),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(names, (name) => {
        expect(parseTilePath(tilePath(name))).toEqual(name);
      }),
    );
    const wrong = ['tile/0/0', 'tile/0/x000/001', 'tile/00/001', 'tile/64/001', 'tile/0/001.p/256', 'tile/0/001.p/0'];
    for (const path of [...wrong, 'tile/0/001.p/01', 'tile/0/x1/001', 'tile/entries/001/', '../001', 'tile/0/001.p/'])
      expect(parseTilePath(path)).toBeUndefined();
  });

  test('bundles are read as they are written', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 600 }), { maxLength: 20 }), (entries) => {
        expect(decodeBundle(encodeBundle(entries))).toEqual(entries);
      }),
    );
    expect(() => encodeBundle([new Uint8Array(65_536)])).toThrow(TileError);
    expect(() => decodeBundle(Uint8Array.of(0, 5, 1))).toThrow(TileError);
    expect(() => decodeBundle(Uint8Array.of(0))).toThrow(TileError);
  });
});
