import {
  composeEntry,
  cosign,
  formatCheckpoint,
  formatInclusion,
  formatNote,
  formatVerifierKey,
  type LogFiles,
  makeSigner,
  parseNote,
  type Signer,
  signatureTypes,
  signCheckpoint,
  TileReader,
  toHex,
} from '@trigpoint/log';
import { plant } from '@trigpoint/log/testing-tree';
import { type Evidence, encodePolAsk, hashOf, pol, resultFieldsOf, resultHashOf } from '@trigpoint/proofs';
import { describe, expect, test } from 'vitest';
import { type LogTrust, parseTrust, type Trust, usualQuorum } from '../trust.ts';
import { checkAnchors } from './anchors.ts';
import { assertedByOperator } from './asserted.ts';
import type { ChainFacts, RecordedChallenge } from './chain-anchor.ts';
import { checkLog } from './log-anchor.ts';
import { checkLogRoot } from './log-root.ts';

const prover = `0x${'ab'.repeat(20)}` as const;
const info = encodePolAsk({
  proverRegistry: prover,
  prover,
  isIPv6: false,
  challengers: 8,
  tolerance: 2,
  latitude: 38.7,
  longitude: -9.1,
});
const service = makeSigner('proofs.example.com/log', new Uint8Array(32).fill(7));
const transcript = {
  service: { service: toHex(service.publicKey), chain_id: 31_337, contract: prover as string },
  challenge_id: '7',
  proof_type: 'pol',
  info,
  payer: `0x${'22'.repeat(20)}`,
  block_number: 120,
  block_hash: `0x${'33'.repeat(32)}`,
  submitted_at: '2026-11-16T09:00:10.000Z',
  ended_at: '2026-11-16T09:01:00.000Z',
  verdict: { verified: 'true', reason: '', result: { uncertainty_km: '140', withstands: '4' }, detail: null },
};

const witnesses = Array.from({ length: 4 }, (_, i) =>
  makeSigner(`w${i}.example.com`, new Uint8Array(32).fill(20 + i), signatureTypes.cosignature),
);

/** A log in memory whose files anybody can read. */
const logOf = (texts: readonly string[], signer: Signer = service) => {
  const { tile, reader } = plant(texts.map((it) => new TextEncoder().encode(it)));
  const sign = async (size: number, cosigned: readonly Signer[] = []) => {
    const checkpoint = { origin: signer.name, size, root: await reader(size).root() };
    const note = parseNote(signCheckpoint(checkpoint, signer));
    const more = cosigned.map((it) => cosign(formatCheckpoint(checkpoint), 1_794_000_000, it));
    return formatNote({ ...note, signatures: [...note.signatures, ...more] });
  };
  const files: LogFiles = { tile: async (name) => tile(name), checkpoint: () => sign(texts.length) };
  const prove = async (index: number, size: number, cosigned: readonly Signer[] = []) => ({
    entry: texts[index] as string,
    proof: formatInclusion({
      ...{ index, path: await reader(size).inclusion(index), checkpoint: await sign(size, cosigned) },
    }),
  });
  return { files, prove };
};

const entryOf = (it: typeof transcript) =>
  composeEntry({
    kind: 'transcript',
    version: 1,
    challenge: it.challenge_id,
    transcript: hashOf(it),
    outcome: 'true',
    acceptance: null,
  });
const others = Array.from({ length: 9 }, (_, i) =>
  composeEntry({ kind: 'seeds', version: 1, anchor: String(i).repeat(64), length: 1 }),
);
const texts = [...others.slice(0, 5), entryOf(transcript), ...others.slice(5)];

const evidenceOf = (it = transcript, log: Evidence['log'] = null): Evidence =>
  ({ transcript: it, transcript_hash: hashOf(it), eligible_tree: null, calibration: null, log }) as unknown as Evidence;

const recorded: RecordedChallenge = {
  requester: transcript.payer,
  attributeId: 'pol-v1',
  info,
  submittedBlock: 120,
  expiration: Date.parse('2026-11-16T10:00:00Z') / 1000,
  status: 'completed',
  outcome: 1,
  resultHash: resultHashOf(
    resultFieldsOf(pol, {
      info,
      verdict: transcript.verdict as never,
      endedAt: Date.parse(transcript.ended_at),
      transcriptHash: hashOf(transcript),
    }),
  ),
};
const chainOf = (changes: Partial<RecordedChallenge> = {}, hash = transcript.block_hash, id = 31_337): ChainFacts => ({
  chainId: async () => id,
  challenge: async (challenge) => ({ ...recorded, ...changes, ...(challenge === 7n ? {} : { status: 'none' }) }),
  block: async () => ({ hash, timestamp: Date.parse('2026-11-16T09:00:00Z') / 1000 }),
});

const trust: Trust = {
  chain: { rpcUrl: 'http://127.0.0.1:9', chainId: 31_337, contract: prover },
  log: { vkey: formatVerifierKey(service), witnesses: witnesses.map(formatVerifierKey) },
};

describe('evidence held against a chain and a log', () => {
  const log = logOf(texts);

  test('is anchored where both have it, under enough witnesses', async () => {
    const evidence = evidenceOf(transcript, await log.prove(5, 8, witnesses.slice(0, 3)));
    const found = await checkAnchors(pol, evidence, trust, { chain: chainOf(), log: log.files });
    expect(found).toMatchObject({ problems: [], unchecked: [], isComplete: true });
    expect(found.held).toHaveLength(11);
  });

  test.each<[string, Partial<RecordedChallenge>]>([
    ['as the payer', { requester: `0x${'23'.repeat(20)}` }],
    ['another request', { info: '0x00' }],
    ['is in block 121', { submittedBlock: 121 }],
    ['another outcome', { outcome: 2 }],
    ['hash of another result', { resultHash: `0x${hashOf(transcript)}` }],
    ['no challenge 7', { status: 'none' }],
    ['after the time', { expiration: Date.parse('2026-11-16T08:30:00Z') / 1000 }],
  ])('is refused where the chain says %s', async (sentence, change) => {
    const found = await checkAnchors(pol, evidenceOf(), { chain: trust.chain as never }, { chain: chainOf(change) });
    expect(found.problems.join()).toContain(sentence);
  });

  test('is refused where the block has another hash, the chain another number, or the request came later', async () => {
    const onChain = { chain: trust.chain as never };
    const problems = async (it: Evidence, chain: ChainFacts) =>
      (await checkAnchors(pol, it, onChain, { chain })).problems;
    expect(await problems(evidenceOf(), chainOf({}, `0x${'34'.repeat(32)}`))).toMatchObject([
      expect.stringContaining('another hash on the chain'),
    ]);
    expect(await problems(evidenceOf(), chainOf({}, transcript.block_hash, 1))).toMatchObject([
      expect.stringContaining('of chain 1'),
    ]);
    for (const service of [{ chain_id: 1 }, { contract: `0x${'01'.repeat(20)}` }])
      expect(
        (
          await problems(evidenceOf({ ...transcript, service: { ...transcript.service, ...service } }), chainOf())
        ).join(),
      ).toContain('for another chain or another contract');
    const seeded = { ...transcript, seed: { block_number: 121, block_hash: `0x${'35'.repeat(32)}` } };
    expect((await problems(evidenceOf(seeded), chainOf())).join()).toContain('Block 121 of the seed has another hash');
    const early = { ...transcript, submitted_at: '2026-11-16T08:00:00.000Z' };
    expect((await problems(evidenceOf(early), chainOf())).join()).toContain('before its block was made');
  });

  test('is not anchored, and not refused, where something is missing', async () => {
    const evidence = evidenceOf(transcript, await log.prove(5, 8, witnesses));
    for (const [it, given, chain] of [
      [evidence, { chain: trust.chain }, chainOf()],
      [evidence, { log: trust.log }, chainOf()],
      [evidenceOf(), trust, chainOf()],
      [evidence, trust, chainOf({ status: 'submitted' })],
      [evidence, trust, { ...chainOf(), block: async () => undefined }],
      [evidence, trust, { ...chainOf(), challenge: () => Promise.reject(new Error('away')) }],
    ] as const) {
      const found = await checkAnchors(pol, it, given as Trust, { chain });
      expect([found.problems, found.isComplete]).toEqual([[], false]);
    }
  });

  test('is not refused for an entry of a later release: it asks for that release', async () => {
    const found = async (entry: string) =>
      checkAnchors(pol, evidenceOf(transcript, await logOf([entry]).prove(0, 1, witnesses)), {
        log: trust.log as never,
      });
    expect(await found('{"kind":"transcript","version":2}')).toMatchObject({
      problems: [],
      unchecked: [expect.any(String), expect.stringContaining('was written by a newer release. Install the newest')],
      isComplete: false,
    });
    expect((await found('{}')).problems.join()).toContain('cannot be read');
  });

  test('says what witnesses are to somebody who named none', async () => {
    const { unchecked } = await checkAnchors(pol, evidenceOf(transcript, await log.prove(5, 8, witnesses)), {
      log: { vkey: formatVerifierKey(service) },
    });
    expect(unchecked.join()).toContain('Witnesses are others who cosign the log');
  });

  test('of a challenge that was stopped after readings says that this is the operator’s word', () => {
    const seats = [{ message: '{}' }, { message: '{}' }, { message: null }];
    const stopped = evidenceOf({
      ...transcript,
      void: 'The block is gone.',
      draw: { seats },
      tries: null,
      refusals: [],
      acceptance: null,
      seed: null,
    } as never);
    expect(assertedByOperator(stopped)).toContain(
      'That the challenge ended without a verdict, although 2 readings were taken in.',
    );
  });

  test('is refused by a log whose entry names its stated hash, where the transcript has another one', async () => {
    const honest = evidenceOf(transcript, await log.prove(5, 8, witnesses.slice(0, 3)));
    const altered = { ...honest, transcript: { ...honest.transcript, payer: `0x${'99'.repeat(20)}` } };
    expect((await checkLog(altered, trust.log as LogTrust)).problems.join()).toContain('about something else');
    expect((await checkLog(honest, trust.log as LogTrust)).problems).toEqual([]);
  });

  test('is of no challenge whose id has a second spelling, and of no block whose hash has', async () => {
    for (const [changes, says] of [
      [{ challenge_id: '007' }, 'no challenge 007'],
      [{ block_hash: `0x${'AB'.repeat(32)}` }, 'another hash on the chain'],
    ] as const) {
      const chain = chainOf({}, `0x${'ab'.repeat(32)}`);
      const found = await checkAnchors(pol, evidenceOf({ ...transcript, ...changes }), trust, { chain });
      expect(found.problems.join()).toContain(says);
    }
  });

  test('is refused by a log of the same name with another key, an entry about something else, and too few witnesses', async () => {
    const onLog = { log: trust.log as never };
    const problems = async (log: Evidence['log'], files?: LogFiles) =>
      (await checkAnchors(pol, evidenceOf(transcript, log), onLog, files ? { log: files } : {})).problems.join();
    const homeMade = logOf(texts, makeSigner(service.name, new Uint8Array(32).fill(9)));
    expect(await problems(await homeMade.prove(5, 8, witnesses))).toContain('has not signed this');
    expect(await problems(await log.prove(4, 8, witnesses))).toContain('about something else');
    const elsewhere = { ...transcript, service: { ...transcript.service, service: 'cd'.repeat(32) } };
    const signedElsewhere = logOf([entryOf(elsewhere)]);
    expect(
      (
        await checkAnchors(pol, evidenceOf(elsewhere, await signedElsewhere.prove(0, 1, witnesses)), onLog)
      ).problems.join(),
    ).toBe('The signatures are for a service with another log.');
    const another = logOf([entryOf({ ...transcript, payer: prover })]);
    expect(await problems(await another.prove(0, 1, witnesses))).toContain('about something else');
    const accepted = { ...transcript, acceptance: { entry: '', index: 3 } };
    const elsewhereAccepted = logOf([entryOf(accepted)]);
    const unnamed = evidenceOf(accepted, await elsewhereAccepted.prove(0, 1, witnesses));
    expect((await checkAnchors(pol, unnamed, onLog)).problems.join()).toContain('about something else');
    const moved = { ...(await log.prove(4, 8, witnesses)), entry: texts[5] as string };
    expect(await problems(moved)).toContain('is not number 4');
    expect(await problems(await log.prove(5, 8, witnesses.slice(0, 2)))).toContain('2 of the 4 witnesses');
    expect(await problems(await log.prove(5, 8, []))).toContain('get the evidence again if you got it before');
    const twice = await log.prove(5, 8, [witnesses[0] as Signer, witnesses[0] as Signer, witnesses[0] as Signer]);
    expect(await problems(twice)).toContain('1 of the 4 witnesses');
    const rewritten = logOf([...texts.slice(0, 2), texts[3] as string, ...texts.slice(3)]);
    expect(await problems(await log.prove(5, 8, witnesses), rewritten.files)).toContain('has forked');
    expect(await problems(await log.prove(5, 8, witnesses), homeMade.files)).toContain(
      'newest checkpoint does not hold',
    );
  });
});

test('a trust file says all of something, or nothing of it', () => {
  expect(parseTrust({})).toEqual({});
  const chain = { rpc: 'http://127.0.0.1:8545', chain_id: 31_337, contract: prover };
  expect(parseTrust({ ...chain, log_vkey: 'x' })).toMatchObject({ chain: { chainId: 31_337 }, log: { vkey: 'x' } });
  for (const wrong of [
    [],
    { rpc: chain.rpc },
    { ...chain, contract: '0x12' },
    { ...chain, chain_id: '1' },
    { witnesses: [] },
    { log_vkey: 'x', witness_quorum: 1 },
    { log_vkey: 'x', witnesses: ['y'], witness_quorum: 2 },
    { log_vkey: 'x', witnesses: [1] },
    { logvkey: 'x' },
  ])
    expect(() => parseTrust(wrong)).toThrow();
  expect([1, 2, 3, 4, 6, 15].map(usualQuorum)).toEqual([1, 2, 3, 3, 4, 10]);
});

test('a log must continue the root of it that is on the chain', async () => {
  const [honest, forked] = [logOf(texts), logOf([...texts.slice(0, 2), texts[3] as string, ...texts.slice(3)])];
  const rootOf = async (log: typeof honest, size: number) => toHex(await new TileReader(size, log.files.tile).root());
  const look = async (size: number, root: string, files = honest.files) =>
    checkLogRoot({ logRoot: async () => ({ size, root }) }, { vkey: formatVerifierKey(service) }, files);
  for (const size of [1, 4, 9, 10])
    expect(await look(size, await rootOf(honest, size))).toMatchObject({ problems: [], held: [expect.any(String)] });
  expect((await look(4, await rootOf(forked, 4))).problems.join()).toContain('has forked');
  expect((await look(4, await rootOf(honest, 4), forked.files)).problems.join()).toContain('has forked');
  expect((await look(99, 'ab'.repeat(32))).problems.join()).toContain('do');
  expect(await look(0, '00'.repeat(32))).toMatchObject({
    problems: [],
    unchecked: [expect.stringContaining('no root')],
  });
  expect(await checkLogRoot({}, { vkey: formatVerifierKey(service) }, honest.files)).toMatchObject({
    problems: [],
    unchecked: [],
  });
});
