import { join } from 'node:path';
import {
  composeEntry,
  formatInclusion,
  formatVerifierKey,
  makeSigner,
  openCheckpoint,
  parseVerifierKey,
  type Signer,
  signCheckpoint,
} from '@trigpoint/log';
import { plant } from '@trigpoint/log/testing-tree';
import { type Evidence, hashOf } from '@trigpoint/proofs';
import { testFolder } from '@trigpoint/proofs/testing';
import { type HubMessage, serviceError } from '@trigpoint/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import { witnessSeedOf } from './keys.ts';
import type { OwnLeaf } from './own-leaf.ts';
import { Witness, witnessFile, witnessInMemory } from './witness.ts';

const service = makeSigner('proofs.example.com/log', new Uint8Array(32).fill(7));
const id = `IPv4/0x${'ab'.repeat(20)}`;
const seed = witnessSeedOf({ privateKey: '11'.repeat(32) });

const logOf = (texts: readonly string[]) => {
  const { tile, reader } = plant(texts.map((it) => new TextEncoder().encode(it)));
  const checkpoint = async (size: number, by: Signer = service) =>
    signCheckpoint({ origin: by.name, size, root: await reader(size).root() }, by);
  return { tile, checkpoint, path: (index: number, size: number) => reader(size).inclusion(index) };
};
const texts = Array.from({ length: 20 }, (_, i) => `entry ${i}`);

describe('a witness', () => {
  let log: ReturnType<typeof logOf>;
  let evidence: (challengeId: string) => Promise<Pick<Evidence, 'transcript' | 'log'>>;
  let at: number;
  const open = (memory = witnessInMemory(), ownLeaf?: OwnLeaf) =>
    new Witness({
      ...(ownLeaf ? { ownLeaf } : {}),
      seed,
      id: () => id,
      files: { tile: async (name) => log.tile(name), checkpoint: async () => '' },
      vkey: async () => formatVerifierKey(service),
      evidence: (challengeId) => evidence(challengeId),
      memory,
      now: () => at,
    });

  beforeEach(() => {
    log = logOf(texts);
    at = 1_794_000_000_000;
    evidence = () => Promise.reject(serviceError('challenge_running', {}));
  });

  test('cosigns what continues what it cosigned before, in a form that others read', async () => {
    const witness = open();
    for (const size of [3, 3, 8, 20]) {
      const checkpoint = await log.checkpoint(size);
      const answer = await witness.answer(checkpoint);
      if (answer.type !== 'cosignature') throw new Error(answer.reason);
      const opened = openCheckpoint(`${checkpoint}${answer.line}\n`, service, [parseVerifierKey(answer.vkey)]);
      expect([answer.size, opened.witnesses.map(({ key, time }) => [key.name, time])]).toEqual([
        size,
        [[id, 1_794_000_000]],
      ]);
    }
  });

  test('cosigns no fork, nothing older, and nothing of another key; also after a restart', async () => {
    const memory = witnessFile(join(testFolder(), 'seen.json'));
    expect(await open(memory).answer(await log.checkpoint(8))).toMatchObject({ type: 'cosignature' });
    const refused = async (checkpoint: string) => {
      const answer = await open(memory).answer(checkpoint);
      return answer.type === 'cosign_refused' ? answer.reason : answer.type;
    };
    expect(await refused(await log.checkpoint(7))).toContain('had 8');
    expect(await refused(await log.checkpoint(9, makeSigner(service.name, new Uint8Array(32).fill(1))))).toContain(
      'has not signed this',
    );
    const honest = log;
    log = logOf(['another', ...texts.slice(1)]);
    for (const size of [8, 9, 20]) expect(await refused(await log.checkpoint(size))).toContain('forked');
    log = honest;
    expect(await refused(await log.checkpoint(20))).toBe('cosignature');
  });

  test('cosigns nothing while the newest eligible tree does not have it, and then again', async () => {
    let hidden: string | undefined = 'It is not there.';
    const shown: unknown[] = [];
    const ownLeaf = {
      objection: async (_checkpoint: unknown, _files: unknown, leaf: unknown) => {
        shown.push(leaf);
        return hidden;
      },
    } as unknown as OwnLeaf;
    const witness = open(witnessInMemory(), ownLeaf);
    const leaf = { tree_index: 3, part: {} };
    expect(await witness.answer(await log.checkpoint(8), leaf)).toEqual({ type: 'cosign_refused', reason: hidden });
    hidden = undefined;
    expect((await witness.answer(await log.checkpoint(8))).type).toBe('cosignature');
    expect(shown).toEqual([leaf, undefined]);
  });

  test('of two forks that come at once it cosigns one', async () => {
    const witness = open();
    const fork = logOf(['another', ...texts.slice(1)]);
    const answers = await Promise.all([
      witness.answer(await log.checkpoint(8)),
      witness.answer(await fork.checkpoint(8)),
    ]);
    expect(answers.map((it) => it.type)).toEqual(['cosignature', 'cosign_refused']);
  });

  describe('that has measured', () => {
    const message = JSON.stringify({
      challenge_id: '7',
      attempt: 1,
      prover: `IPv4/0x${'cd'.repeat(20)}`,
      challenger: id,
      proof_type: 'pol',
      failure: { failure: 'unreachable', detail: '' },
      started_at: '2026-11-16T09:00:00.000Z',
      ended_at: '2026-11-16T09:00:01.000Z',
      prover_counter_signature: null,
    });
    const where = { challenge_id: '7', attempt: 1 };
    const measured = (accepted = true, type = 'task') => {
      const witness = open();
      witness.heard({ type, task: { challenge_id: '7' } } as unknown as HubMessage);
      witness.said({ type: 'reading', ...where, token: '', message, signature: '' });
      witness.heard({ type: 'recorded', ...where, accepted, code: '', message: '' });
      return witness;
    };
    /** The log gets the entry of a transcript behind its first eight entries. */
    const transcriptWith = (text: string | null, logged: string | null = text): typeof evidence => {
      const transcriptOf = (message: string | null) => ({ draw: { seats: [{ challenger: { id }, message }] } });
      const entry = composeEntry({
        ...{ kind: 'transcript', version: 1, challenge: '7', transcript: hashOf(transcriptOf(logged)) },
        ...{ outcome: 'true', acceptance: null },
      });
      log = logOf([...texts.slice(0, 8), entry, ...texts.slice(9)]);
      return async () => {
        const [path, checkpoint] = [await log.path(8, 9), await log.checkpoint(9)];
        const place = { entry, proof: formatInclusion({ index: 8, path, checkpoint }) };
        return { transcript: transcriptOf(text), log: place } as unknown as Evidence;
      };
    };

    test('cosigns while the challenge runs, and when the transcript has its reading', async () => {
      const witness = measured();
      expect((await witness.answer(await log.checkpoint(8))).type).toBe('cosignature');
      evidence = transcriptWith(message);
      expect((await witness.answer(await log.checkpoint(9))).type).toBe('cosignature');
      // Looked at once.
      evidence = () => expect.fail('It was asked for again.');
      expect((await witness.answer(await log.checkpoint(10))).type).toBe('cosignature');
    });

    test.each<[string, () => typeof evidence]>([
      ['left out', () => transcriptWith(null)],
      ['altered', () => transcriptWith(`${message} `)],
      ['hidden with its challenge', () => () => Promise.reject(serviceError('challenge_not_found', {}))],
    ])('never cosigns again after its reading was %s', async (_, of) => {
      const witness = measured();
      evidence = of();
      expect(await witness.answer(await log.checkpoint(10))).toMatchObject({
        type: 'cosign_refused',
        reason: expect.stringContaining('challenge 7 does not have its reading'),
      });
      evidence = transcriptWith(message);
      expect((await witness.answer(await log.checkpoint(11))).type).toBe('cosign_refused');
    });

    test('never cosigns again after it was shown another transcript than the log names', async () => {
      const witness = measured();
      evidence = transcriptWith(message, null);
      expect(await witness.answer(await log.checkpoint(10))).toMatchObject({
        reason: expect.stringContaining('does not name the transcript of challenge 7'),
      });
    });

    test('cosigns nothing after it was shown no transcript for an hour, until it is', async () => {
      const witness = measured();
      at += 3_599_000;
      expect((await witness.answer(await log.checkpoint(8))).type).toBe('cosignature');
      at += 2_000;
      expect(await witness.answer(await log.checkpoint(8))).toMatchObject({
        reason: expect.stringContaining('does not show how challenge 7 ended'),
      });
      evidence = transcriptWith(message);
      expect((await witness.answer(await log.checkpoint(9))).type).toBe('cosignature');
    });

    test('expects nothing of readings that were refused, or that are the mesh’s', async () => {
      evidence = transcriptWith(null);
      for (const witness of [measured(false), measured(true, 'mesh')])
        expect((await witness.answer(await log.checkpoint(8))).type).toBe('cosignature');
    });
  });
});

test('a witness key follows from the agent’s key, and is another one', () => {
  expect(witnessSeedOf({ privateKey: `0x${'11'.repeat(32)}` })).toEqual(seed);
  expect(witnessSeedOf({ privateKey: '12'.repeat(32) })).not.toEqual(seed);
  expect(Buffer.from(seed).toString('hex')).not.toBe('11'.repeat(32));
});
