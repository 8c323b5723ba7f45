import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toUtf8 } from './bytes.ts';
import { formatCheckpoint, openCheckpoint, parseCheckpoint, signCheckpoint } from './checkpoints.ts';
import { cosign } from './cosignatures.ts';
import * as inBrowsers from './ed25519.ts';
import * as inNode from './ed25519-node.ts';
import { composeEntry, type Entry, EntryError, parseEntry, UnknownEntry } from './entries.ts';
import { openInclusion, parseInclusion } from './inclusion-files.ts';
import { formatNote, NoteError, parseNote, signNote, verifyNote } from './signed-notes.ts';
import { cosignedAt, makeFixtures, sampleEntries, signer, witness } from './testing-fixtures.ts';
import { parseTilePath, tilePath } from './tile-paths.ts';
import { TileReader } from './tile-reader.ts';
import { formatVerifierKey, KeyError, makeSigner, parseVerifierKey, verifierKey } from './verifier-keys.ts';

const fileUrl = (name: string) => new URL(`../fixtures/${name}`, import.meta.url);
const file = (name: string) => new Uint8Array(readFileSync(fileUrl(name)));
// Only for a format that is meant to change.
if (process.env.WRITE_FIXTURES === 'log')
  for (const [name, bytes] of await makeFixtures()) writeFileSync(fileUrl(name), bytes);
const text = (name: string) => Buffer.from(file(name)).toString();
const logKey = parseVerifierKey(text('log.vkey').trim());
const witnessKey = parseVerifierKey(text('witness.vkey').trim());

describe('files of every format, kept since they were first written', () => {
  test('are made again byte by byte', async () => {
    for (const [name, bytes] of await makeFixtures()) expect(Buffer.from(bytes).equals(file(name)), name).toBe(true);
  });

  test('are read: checkpoint, tiles, bundles and proof agree', async () => {
    const { size, root } = openCheckpoint(text('log/checkpoint'), logKey);
    const reader = new TileReader(size, async (name) => file(`log/${tilePath(name)}`));
    expect(Buffer.from(await reader.root()).equals(root)).toBe(true);
    const entries = [...(await reader.entries(0)), ...(await reader.entries(1))];
    expect(entries).toHaveLength(300);
    expect(entries.slice(0, 6).map((it) => parseEntry(it))).toEqual(sampleEntries);
    const proof = parseInclusion(text('entry-5.tlog-proof'));
    const opened = openInclusion(entries[5] as Uint8Array, proof, logKey, [witnessKey]);
    expect(opened.witnesses.map(({ key, time }) => [key.name, time])).toEqual([[witness.name, cosignedAt]]);
    expect(() => openInclusion(entries[4] as Uint8Array, proof, logKey)).toThrow(NoteError);
  });
});

describe('signed notes', () => {
  /** From the documentation of golang.org/x/mod/sumdb/note. */
  const neumann = parseVerifierKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
  const answer = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

  test('one that Go signed verifies, and is written as it was', () => {
    const note = parseNote(answer);
    expect(verifyNote(note, [neumann])).toEqual([{ key: neumann }]);
    expect(formatNote(note)).toBe(answer);
    expect(formatVerifierKey(neumann)).toBe('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
  });

  test('a changed text fails, a stranger is passed over, a known name with a wrong signature spoils the note', () => {
    expect(() => verifyNote(parseNote(answer.replace('your', 'my')), [neumann])).toThrow(NoteError);
    expect(verifyNote(parseNote(answer), [signer])).toEqual([]);
    const forged = { name: neumann.name, keyId: neumann.id, signature: new Uint8Array(64) };
    const note = parseNote(answer);
    expect(() => verifyNote({ ...note, signatures: [forged, ...note.signatures] }, [neumann])).toThrow(NoteError);
    // The same name under another key is another key.
    expect(verifyNote(note, [verifierKey(neumann.name, signer.publicKey)])).toEqual([]);
  });

  test('what is no note is refused', () => {
    const wrong = ['', 'text\n', 'text\n\n', 'text\n\n\u2014 name\n', 'text\n\n- name AAAAAAA=\n', answer.slice(0, -1)];
    const more = ['te\rxt\n\n\u2014 a AAAAAAA=\n', 'text\n\n\u2014 a+b AAAAAAA=\n', 'text\n\n\u2014 a AAAA\n'];
    for (const it of [...wrong, ...more, 'text\n\n\u2014 a AAAAAAB=\n']) expect(() => parseNote(it)).toThrow(NoteError);
    expect(() => signNote('no newline', signer)).toThrow(NoteError);
    expect(() => signNote('text\n', witness)).toThrow(NoteError);
  });

  test('keys are refused with another hash, type or name', () => {
    const [name, hash, key] = formatVerifierKey(signer).split('+') as [string, string, string];
    expect(parseVerifierKey(`${name}+${hash}+${key}`).name).toBe(signer.name);
    const wrong = [
      `${name}+00000000+${key}`,
      `other+${hash}+${key}`,
      `${name}+${hash}`,
      `${name}+${hash}+B${key.slice(1)}`,
    ];
    for (const it of wrong) expect(() => parseVerifierKey(it)).toThrow(KeyError);
    expect(() => makeSigner('a b', new Uint8Array(32))).toThrow(KeyError);
    expect(() => makeSigner('a', new Uint8Array(31))).toThrow(KeyError);
  });

  test('Node and browsers sign alike, and accept the same', () => {
    const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes32, fc.uint8Array({ maxLength: 100 }), fc.nat(511), (seed, message, bit) => {
        const key = inNode.publicKeyOf(seed);
        expect([...inBrowsers.publicKeyOf(seed)]).toEqual([...key]);
        const signature = Uint8Array.from(inNode.sign(message, seed));
        expect([...inBrowsers.sign(message, seed)]).toEqual([...signature]);
        for (const { verify } of [inNode, inBrowsers]) {
          expect(verify(signature, message, key)).toBe(true);
          const bent = Uint8Array.from(signature);
          bent[bit >> 3] = (bent[bit >> 3] as number) ^ (1 << (bit & 7));
          expect(verify(bent, message, key)).toBe(false);
          expect(verify(signature.subarray(1), message, key)).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('checkpoints', () => {
  const checkpoint = { origin: signer.name, size: 3, root: new Uint8Array(32).fill(1) };

  test('are read as they are written', () => {
    expect(parseCheckpoint(formatCheckpoint(checkpoint))).toEqual(checkpoint);
    expect(parseCheckpoint(`${formatCheckpoint(checkpoint)}extension\n`)).toEqual(checkpoint);
  });

  test('of another shape are refused', () => {
    const lines = formatCheckpoint(checkpoint).split('\n');
    const [origin, size, root] = lines;
    const wrong = [`${origin}\n0${size}\n${root}\n`, `${origin}\n-1\n${root}\n`, `${origin}\n${size}\n${root}`];
    const more = [`\n${size}\n${root}\n`, `${origin}\n${size}\n${root}\n\n`, `${origin}\n${size}\nAAAA\n`];
    for (const it of [...wrong, ...more, `${origin}\n99999999999999999\n${root}\n`])
      expect(() => parseCheckpoint(it), it).toThrow(NoteError);
  });

  test('count only under the key that the reader names', () => {
    const signed = signCheckpoint(checkpoint, signer);
    expect(openCheckpoint(signed, signer).size).toBe(3);
    const other = makeSigner(signer.name, new Uint8Array(32).fill(3));
    expect(() => openCheckpoint(signed, other)).toThrow(NoteError);
    const elsewhere = makeSigner('elsewhere.example.com/log', new Uint8Array(32).fill(7));
    expect(() => openCheckpoint(signCheckpoint(checkpoint, elsewhere), elsewhere)).toThrow('not of');
  });

  test('a cosignature holds for its time, its checkpoint and its key', () => {
    const note = parseNote(signCheckpoint(checkpoint, signer));
    const cosignature = cosign(note.text, cosignedAt, witness);
    const witnessed = (it: typeof cosignature) =>
      openCheckpoint(formatNote({ ...note, signatures: [...note.signatures, it] }), signer, [witness]).witnesses;
    expect(witnessed(cosignature)).toEqual([{ key: witness, time: cosignedAt }]);
    for (const place of [3, 7, 40]) {
      const bent = Uint8Array.from(cosignature.signature);
      bent[place] = (bent[place] as number) ^ 1;
      expect(() => witnessed({ ...cosignature, signature: bent })).toThrow(NoteError);
    }
    const larger = formatCheckpoint({ ...checkpoint, size: 4 });
    expect(() => witnessed(cosign(larger, cosignedAt, witness))).toThrow(NoteError);
    // The witness's own key, used as a log signs, is another key.
    const asNote = makeSigner(witness.name, new Uint8Array(32).fill(8));
    expect(witnessed(signNote(note.text, asNote).signatures[0] as typeof cosignature)).toEqual([]);
    expect(() => cosign(note.text, cosignedAt, signer)).toThrow(KeyError);
  });
});

describe('entries', () => {
  test('begin with kind and version, and are read as they are written', () => {
    for (const entry of sampleEntries) {
      const written = composeEntry(entry);
      expect(written.startsWith(`{"kind":"${entry.kind}","version":1,`)).toBe(true);
      expect(parseEntry(toUtf8(written))).toEqual(entry);
      expect(toUtf8(written).length).toBeLessThan(900);
    }
  });

  test('in another order, with more names or other values are refused', () => {
    const seeds = sampleEntries[0] as Entry;
    const written = composeEntry(seeds);
    const { kind, version, ...rest } = seeds;
    const wrong = [
      JSON.stringify({ ...rest, kind, version }),
      written.replace(':', ': '),
      written.replace('}', ',"more":1}'),
      written.replace('1048576', '1048576.5'),
      written.replace('1111', 'AAAA'),
      written.replace('1048576', '1e6'),
      '[]',
      'null',
      '{}',
      'no',
    ];
    for (const it of wrong) expect(() => parseEntry(it), it).toThrow(EntryError);
    expect(() => parseEntry(Uint8Array.of(0xff))).toThrow(EntryError);
    expect(() => composeEntry({ ...seeds, length: -1 } as Entry)).toThrow(EntryError);
  });

  test('of later kinds and versions are told apart from broken ones', () => {
    for (const it of ['{"kind":"later","version":1}', '{"kind":"tree","version":2}', '{"kind":"toString","version":1}'])
      expect(() => parseEntry(it)).toThrow(UnknownEntry);
  });
});

test('every path of the fixtures is one that a log serves', async () => {
  for (const name of (await makeFixtures()).keys())
    if (name.startsWith('log/tile/')) expect(parseTilePath(name.slice(4))).toBeDefined();
});
