import { readFileSync } from 'node:fs';
import { hashOf } from '@trigpoint/proofs';
import { describe, expect, test } from 'vitest';
import type { Client } from './client.ts';
import { checkLogEntry, checkLogOnChain, type Evidence, isEvidence, readEvidence, verifyEvidence } from './evidence.ts';
import { parseTrust } from './trust.ts';

const file = (name: string) => JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8'));
const honest: Evidence = file('evidence-1.json');
const trust = parseTrust(file('trust.json'));

test('evidence is asked for by its challenge, and given as it came', async () => {
  const asked: unknown[] = [];
  const call = async (...args: unknown[]) => {
    asked.push(args);
    return { result: honest };
  };
  const client = { call } as unknown as Client;
  expect(await readEvidence(client, '1', {})).toBe(honest);
  expect(asked).toEqual([['challenge-evidence', { challenge_id: '1' }, {}]]);
  await expect(readEvidence(client, '7')).rejects.toThrow('the evidence of challenge 1, not of 7');
});

describe('what may be evidence', () => {
  const { transcript } = honest;

  test.each([
    ['a file as it was handed out', honest],
    ['one that nobody was drawn for', { ...honest, transcript: { ...transcript, draw: null }, eligible_tree: null }],
    ['one that is not in a log yet', { ...honest, log: null }],
    ['one without a word of a log', { ...honest, log: undefined }],
  ])('%s', (_, it) => {
    expect(isEvidence(it)).toBe(true);
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'evidence'],
    ['no transcript', { ...honest, transcript: null }],
    ['a transcript that is none', { ...honest, transcript: 'x' }],
    ['no proof type', { ...honest, transcript: { ...transcript, proof_type: 5 } }],
    ['a draw without seats', { ...honest, transcript: { ...transcript, draw: {} } }],
    ['no draw', { ...honest, transcript: { ...transcript, draw: undefined } }],
    ['no hash', { ...honest, transcript_hash: undefined }],
    ['no tree', { ...honest, eligible_tree: 'x' }],
    ['a log without an entry', { ...honest, log: { proof: '' } }],
    ['a log without a proof', { ...honest, log: { entry: '' } }],
  ])('not %s', (_, it) => {
    expect(isEvidence(it)).toBe(false);
  });
});

describe('how far evidence holds', () => {
  const change = (transcript: object, more: object = {}): Evidence => {
    const changed = { ...honest.transcript, ...transcript };
    return { ...honest, transcript: changed as never, transcript_hash: hashOf(changed), ...more };
  };

  test('signed, where nobody is asked', async () => {
    const { reached, problems, unchecked, asserted, verdict, owners } = await verifyEvidence(honest);
    expect([reached, problems, owners]).toEqual(['signed', [], undefined]);
    expect(unchecked.length).toBeGreaterThan(0);
    expect(asserted.length).toBeGreaterThan(0);
    expect(verdict).toEqual(honest.transcript.verdict);
  });

  test('nothing, where it does not agree with itself, cannot be read, or is of a type that nobody knows', async () => {
    const nothing = { reached: 'nothing', held: [], unchecked: [], asserted: [], faults: [] };
    const other = await verifyEvidence({ ...honest, transcript_hash: 'ab'.repeat(32) });
    expect(other).toMatchObject({ ...nothing, problems: [{ step: 'consistent' }] });
    const unknown = await verifyEvidence(change({ proof_type: 'pow' }));
    expect(unknown).toMatchObject({
      ...nothing,
      problems: [{ step: 'consistent', problem: 'This version knows no proof type "pow".' }],
    });
    const broken = await verifyEvidence(change({ draw: { seats: 5 } }));
    expect(broken).toMatchObject({ ...nothing, problems: [{ step: 'consistent' }] });
    expect(broken.problems[0]?.problem).toMatch(/^Something in it is missing or of the wrong kind \(/);
  });

  test('consistent, where somebody did not sign', async () => {
    const checkSignature = async () => false;
    const { reached, problems, asserted, held } = await verifyEvidence(honest, {}, { checkSignature });
    expect([reached, held]).toEqual(['consistent', []]);
    expect(problems.every((it) => it.step === 'signed')).toBe(true);
    expect(asserted.length).toBeGreaterThan(0);
    const signed = change({ consent: { ...honest.transcript.consent, signature: `0x${'11'.repeat(65)}` } });
    expect(await verifyEvidence(signed)).toMatchObject({
      ...{ reached: 'consistent', problems: [{ step: 'signed', problem: 'The consent is not signed by the prover.' }] },
    });
  });

  test('not anchored by a log with another key, and the owners that the verifier knows are counted', async () => {
    const [first] = honest.transcript.draw?.seats ?? [];
    const owners = [first?.challenger.owner ?? ''];
    const known = await verifyEvidence(honest, { owners } as never);
    expect(known.owners).toMatchObject({ known: 1 });
    expect(known.owners?.drawn).toBeGreaterThan(1);
    const { log: _, ...rest } = trust;
    const held = await checkLogEntry(honest, trust.log as never);
    expect(held.problems).toEqual([]);
    expect(held.held.length).toBeGreaterThan(0);
    const vkey = trust.log?.vkey.replace(/.{4}$/, 'AAAA') ?? '';
    const other = await verifyEvidence(honest, { ...rest, log: { ...trust.log, vkey } } as never).catch(
      () => undefined,
    );
    expect(other?.reached).not.toBe('anchored');
  });

  test('a log is held against a chain only where both are named', async () => {
    for (const it of [{}, { ...trust, chain: undefined }, { ...trust, log: undefined }]) {
      const { held, problems } = await checkLogOnChain(it as never);
      expect([held, problems]).toEqual([[], []]);
    }
    // Both are named, and nobody is there.
    const nowhere = 'http://127.0.0.1:1';
    const both = { ...trust, chain: { ...trust.chain, rpcUrl: nowhere }, log: { ...trust.log, url: nowhere } };
    const found = await checkLogOnChain(both as never).catch((error: Error) => error);
    expect(found instanceof Error || found.problems.length + found.unchecked.length > 0).toBe(true);
  });
});
