import { toHex, toUtf8 } from './bytes.ts';
import { formatCheckpoint, signCheckpoint } from './checkpoints.ts';
import { cosign } from './cosignatures.ts';
import { composeEntry, type Entry } from './entries.ts';
import { formatInclusion } from './inclusion-files.ts';
import { SeedChain } from './seed-chains.ts';
import { formatNote, parseNote } from './signed-notes.ts';
import { plant } from './testing-tree.ts';
import { tilePath, widthIn } from './tile-paths.ts';
import { formatVerifierKey, makeSigner, signatureTypes } from './verifier-keys.ts';

const hash = (digit: string) => digit.repeat(64);
const at = '2026-11-16T09:00:00.000Z';

/** One of each kind. */
export const sampleEntries: readonly Entry[] = [
  { kind: 'seeds', version: 1, anchor: hash('1'), length: 1_048_576 },
  {
    kind: 'admission',
    version: 1,
    agent: 'IPv4/0x00000000000000000000000000000000000000aa',
    proof_type: 'pol',
    role: 'challenger',
    description: hash('2'),
    status: 'admitted',
    since_block: 120,
    since: at,
    by: 'operator',
    grounds: 'Zürich, known in person',
  },
  { kind: 'tree', version: 1, proof_type: 'pol', family: 'IPv4', root: hash('3'), size: 12, block: 120, at },
  { kind: 'calibration', version: 1, proof_type: 'pol', calibration: hash('4'), at },
  {
    kind: 'acceptance',
    version: 1,
    challenge: '17',
    prover: 'IPv4/0x00000000000000000000000000000000000000bb',
    proof_type: 'pol',
    ask: hash('5'),
    request_block: 121,
    consent: hash('6'),
    tree_root: hash('3'),
    tree_size: 12,
    tree_index: 2,
    seed_block: 124,
    seed_nonce: null,
    seed_chain: hash('1'),
    seed_index: 1,
    previous: null,
  },
  { kind: 'transcript', version: 1, challenge: '17', transcript: hash('7'), outcome: 'true', acceptance: 4 },
];

export const signer = makeSigner('proofs.example.com/log', new Uint8Array(32).fill(7));
export const witness = makeSigner('witness.example.com/w1', new Uint8Array(32).fill(8), signatureTypes.cosignature);
export const cosignedAt = 1_794_000_000;

/** A file of each format, made with fixed keys. Ed25519 uses no randomness, so the files are always the same. */
export const makeFixtures = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const texts = sampleEntries.map(composeEntry);
  const size = 300;
  const entries = Array.from({ length: size }, (_, i) => toUtf8(texts[i] ?? `{"kind":"later","version":2,"n":${i}}`));
  const { tile, reader } = plant(entries);
  const root = await reader(size).root();
  const checkpoint = { origin: signer.name, size, root };
  const signed = signCheckpoint(checkpoint, signer);
  const note = parseNote(signed);
  const cosignature = cosign(formatCheckpoint(checkpoint), cosignedAt, witness);
  const cosigned = formatNote({ ...note, signatures: [...note.signatures, cosignature] });
  const chain = SeedChain.make(new Uint8Array(32).fill(9), 1000);
  const values = [0, 1, 2, 500, 1000].map((index) => `${index} ${toHex(chain.value(index))}\n`);
  const tiles = [
    { level: 0, index: 0 },
    { level: 0, index: 1 },
    { level: 1, index: 0 },
    { level: 'entries' as const, index: 0 },
    { level: 'entries' as const, index: 1 },
  ].map((it) => ({ ...it, width: widthIn(size, it) }));
  return new Map([
    ['log.vkey', toUtf8(`${formatVerifierKey(signer)}\n`)],
    ['witness.vkey', toUtf8(`${formatVerifierKey(witness)}\n`)],
    ['entries.jsonl', toUtf8(texts.map((it) => `${it}\n`).join(''))],
    ['seed-chain.txt', toUtf8(values.join(''))],
    ['log/checkpoint', toUtf8(signed)],
    ...tiles.map((it) => [`log/${tilePath(it)}`, tile(it)] as const),
    ['cosigned-checkpoint', toUtf8(cosigned)],
    [
      'entry-5.tlog-proof',
      toUtf8(formatInclusion({ index: 5, path: await reader(size).inclusion(5), checkpoint: cosigned })),
    ],
  ]);
};
