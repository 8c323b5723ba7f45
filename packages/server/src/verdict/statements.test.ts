import { readFileSync } from 'node:fs';
import { type Evidence, noRadius, pol } from '@trigpoint/proofs';
import { describe, expect, test } from 'vitest';
import { attestationKeysFrom } from '../keys/attestation-keys.ts';
import { attest } from './attestations.ts';
import { didOf } from './credentials.ts';
import { type Statement, statementOf } from './statements.ts';
import { acceptanceOf, composeTranscript, proverOf, transcriptDraw } from './transcripts.ts';

const evidence: Evidence = JSON.parse(
  readFileSync(new URL('../../../client/fixtures/evidence-1.json', import.meta.url), 'utf8'),
);
const log = { origin: 'log.example', index: 9 };
const change = (transcript: Partial<Evidence['transcript']>): Evidence => ({
  ...evidence,
  transcript: { ...evidence.transcript, ...transcript },
});

describe('what is said of a challenge', () => {
  const { transcript } = evidence;
  const { verdict } = transcript;

  test('is what its transcript says', () => {
    expect(statementOf(pol, evidence, log)).toEqual({
      proofType: 'pol',
      method: expect.stringMatching(/\/4$/),
      challengeId: transcript.challenge_id,
      prover: transcript.prover?.id,
      proverAddress: transcript.prover?.public_key,
      claim: pol.parameters(pol.decode(transcript.info)),
      radiusKm: Math.ceil(Number(transcript.verdict.result.uncertainty_km)),
      liarsTolerated: 2,
      withstands: 2,
      startedAt: Date.parse(transcript.submitted_at),
      endedAt: Date.parse(transcript.ended_at),
      transcriptHash: `0x${evidence.transcript_hash.replace(/^0x/, '')}`,
      log,
      chainId: transcript.service.chain_id,
      contract: transcript.service.contract,
      isDevelopment: true,
    });
  });

  test('is nothing unless it was verified, was not void and had a prover', () => {
    for (const it of [
      { verdict: { ...verdict, verified: 'false' as const } },
      { void: 'nobody came' },
      { prover: null },
    ])
      expect(statementOf(pol, change(it as never), log)).toBe(undefined);
  });

  test('is not about a place where only the zone was shown', () => {
    const zoneAlone = change({
      verdict: { ...verdict, result: { ...verdict.result, shown: 'zone' } },
    });
    const { latitude: _, longitude: __, ...rest } = pol.parameters(pol.decode(transcript.info));
    expect(statementOf(pol, zoneAlone, log)?.claim).toEqual(rest);
    expect(statementOf(pol, evidence, log)?.claim).toEqual(pol.parameters(pol.decode(transcript.info)));
  });

  test('counts a third of the near seats as liars where the verdict names no number', () => {
    const { possible_liars: _, ...result } = verdict.result;
    // Eight near seats and four lookouts.
    expect(statementOf(pol, change({ verdict: { ...verdict, result } }), log)?.liarsTolerated).toBe(2);
    const none = change({ verdict: { ...verdict, result }, draw: null });
    expect(statementOf(pol, none, log)?.liarsTolerated).toBe(0);
  });
});

describe('an attestation', () => {
  const keys = attestationKeysFrom(new Uint8Array(32).fill(7));
  const attester = {
    keys,
    did: didOf('https://here.example:8443/a/b'),
    eas: { address: `0x${'42'.repeat(20)}`, version: '1' },
  } as const;
  const statement = statementOf(pol, evidence, log) as Statement;
  const payloadOf = (token: unknown) =>
    JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());

  test('never ends and cannot be revoked', async () => {
    const it = (await attest('eas', statement, attester)) as { sig: { version: number; message: object } };
    expect(it.sig.version).toBe(2);
    expect(it.sig.message).toMatchObject({ version: 2, expirationTime: '0', revocable: false });
  });

  test('names a contract that is no address as none', async () => {
    const dataOf = async (contract: string) => {
      const it = (await attest('eas', { ...statement, contract }, attester)) as { sig: { message: { data: string } } };
      return it.sig.message.data;
    };
    expect(await dataOf(statement.contract)).toContain(statement.contract.slice(2));
    expect(await dataOf('memory')).toBe(await dataOf(`0x${'00'.repeat(20)}`));
    expect(await dataOf('memory')).not.toBe(await dataOf(statement.contract));
  });

  test('names a port and a path of the service, and a prover by its address or by its id', async () => {
    expect(attester.did).toBe('did:web:here.example%3A8443:a:b');
    const { sub, iat } = payloadOf(await attest('vc', statement, attester));
    expect(sub).toBe(`did:pkh:eip155:${statement.chainId}:${statement.proverAddress}`);
    expect(iat).toBe(Math.floor(statement.endedAt / 1000));
    const other = payloadOf(await attest('vc', { ...statement, prover: 'IPv4/Solana' }, attester));
    expect(other.sub).toBe('urn:trigpoint:prover:IPv4/Solana');
  });

  test('about a place needs both coordinates and a distance', async () => {
    const { latitude = '', longitude = '' } = statement.claim;
    const stamp = (more: Partial<Statement>) => attest('stamp', { ...statement, ...more }, attester);
    for (const it of [{ claim: { latitude } }, { claim: { longitude } }, { radiusKm: noRadius }])
      expect(await stamp(it)).toBe(undefined);
    const made = (await stamp({ radiusKm: noRadius - 1 })) as { signals: object; signatures: { timestamp: number }[] };
    expect(made.signals).toMatchObject({ accuracyMeters: (noRadius - 1) * 1000 });
    expect(made.signatures[0]?.timestamp).toBe(Math.floor(statement.endedAt / 1000));
  });
});

describe('a transcript', () => {
  const acceptance = {
    ...{ challengeId: '7', entry: 'entry', logIndex: 3, treeIndex: 2, treeEntry: 'tree', tries: 4 },
    ...{ seedBlock: 5, blockHash: '0xb', seedAnchor: 'anchor', seedIndex: 6, seedValue: 'value', nonce: '' },
  };
  const of = (more: object) => acceptanceOf({ acceptance: { ...acceptance, ...more } as never });

  test('has the acceptance with its tree and its seed, as far as it came', () => {
    expect(of({})).toEqual({
      acceptance: { entry: 'entry', index: 3, tree: { entry: 'tree', index: 2 } },
      seed: { block_number: 5, block_hash: '0xb', anchor: 'anchor', index: 6, value: 'value' },
      tries: 4,
    });
    expect(of({ treeIndex: null }).acceptance?.tree).toBe(null);
    expect(of({ seedValue: '' }).seed).toBe(null);
    // The payer of a direct request brings a nonce where there is no block.
    expect(of({ nonce: 'n' }).seed).toEqual({ nonce: 'n', anchor: 'anchor', index: 6, value: 'value' });
    expect(acceptanceOf({ acceptance: undefined })).toEqual({ acceptance: null, seed: null, tries: null });
    expect(() => of({ logIndex: null })).toThrow('is not public yet');
  });

  test('has every seat as it ended: read with its reading, open ones as expired, and those never asked', () => {
    const states = ['read', 'asked', 'declined', 'expired'];
    const assignments = states.map((state, i) => ({
      challengerId: `c${i}`,
      state,
      message: `m${i}`,
      signature: `s${i}`,
    }));
    const seats = [0, 1, 2, 3, 4].map((i) => ({ challenger: { id: `c${i}` } }));
    const drawn = transcriptDraw({ draw: { root: 'r', seats }, assignments } as never);
    expect(drawn).toMatchObject({ root: 'r' });
    expect(drawn?.seats.map((it) => [it.challenger.id, it.state, it.message, it.signature])).toEqual([
      ['c0', 'read', 'm0', 's0'],
      ['c1', 'expired', null, null],
      ['c2', 'declined', null, null],
      ['c3', 'expired', null, null],
      ['c4', 'not_asked', null, null],
    ]);
    expect(transcriptDraw({ draw: undefined, assignments: [] } as never)).toBe(null);
  });

  test('has what was refused, and the request as it was made: on the chain, or at the service', () => {
    const challenge = { id: '7', proverId: '', submittedAt: 0, blockNumber: 8, blockHash: '0xb' };
    const refusal = { agentId: 'c1', attempt: 2, code: 'late', reason: 'It came late.', at: 1_000 };
    const compose = (more: object) =>
      composeTranscript(
        {} as never,
        challenge as never,
        { assignments: [], refusals: [refusal], ...more } as never,
        { endedAt: 2_000, calibrationHash: 'hash', state: 'ENDED', void: null } as never,
      );
    expect(compose({ consent: { text: 'yes', signature: 's', more: 1 } })).toMatchObject({
      ...{ version: 4, challenge_id: '7', block_number: 8, block_hash: '0xb', calibration_hash: 'hash' },
      ...{ submitted_at: '1970-01-01T00:00:00.000Z', ended_at: '1970-01-01T00:00:02.000Z' },
      refusals: [{ agent: 'c1', attempt: 2, code: 'late', reason: 'It came late.', at: '1970-01-01T00:00:01.000Z' }],
      consent: { text: 'yes', signature: 's' },
    });
    expect(compose({})).not.toHaveProperty('request');
    expect(compose({ direct: { text: 'please', signature: 's', more: 1 } })).toMatchObject({
      ...{ version: 5, block_number: null, block_hash: null, request: { text: 'please', signature: 's' } },
      consent: null,
    });
    // Who is logged in signs nothing more.
    expect(compose({ direct: { text: 'please', signature: '' } }).request).toEqual({ text: 'please', signature: null });
  });

  test('has the prover with the claims that were fixed, and none where nobody is known', () => {
    const { prover } = evidence.transcript;
    expect(proverOf({ proverId: prover?.id ?? '', proverClaims: prover?.claims ?? {} })).toEqual(prover);
    expect(proverOf({ proverId: '', proverClaims: {} })).toBe(null);
  });
});
