import { readFileSync } from 'node:fs';
import { hashText } from '@trigpoint/proofs';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Cast, openCast, type ReadOptions } from '../coordination/testing-stage.ts';
import { unpack } from '../db/packed-text.ts';
import { eachDriver } from '../db/testing.ts';
import { Streamed } from '../http/handler.ts';
import { attestationKeysFrom } from '../keys/attestation-keys.ts';
import { openComparisons } from './comparisons.ts';
import { type Ended, Endings, type EndingsOptions } from './endings.ts';
import { readEvidence, readTranscript } from './evidence.ts';
import { verdictHandlers } from './handlers.ts';
import type { ComparedCase } from './judge.ts';
import { packTranscript, readTranscriptText } from './packed-transcripts.ts';
import { countEnding, readTally } from './store.ts';

const inclusion = readFileSync(new URL('../../../log/fixtures/entry-5.tlog-proof', import.meta.url), 'utf8');
const calibrationHash = 'ab'.repeat(32);
type Result = Parameters<NonNullable<EndingsOptions['queueResult']>>[1];
type Told = Parameters<NonNullable<EndingsOptions['tell']>>[1];

eachDriver('a challenge that ended', (place) => {
  let { db, stage, prover, challengers } = {} as Cast;
  let ended: Ended[];
  let queued: Result[];
  let told: Told[];
  let calibration: { hash: string | null; data: unknown };
  let isLogged: boolean;

  const set = async (changes: Parameters<typeof openCast>[3]) => {
    const noted = { ...changes, ended: (it: Ended) => void ended.push(it) };
    ({ db, stage, prover, challengers } = await openCast(await place.open(), 4, 'parallel', noted));
  };
  beforeEach(async () => {
    [ended, queued, told, calibration, isLogged] = [[], [], [], { hash: null, data: null }, true];
    await set({
      calibration: async () => calibration,
      queueResult: async (_, it) => void queued.push(it),
      tell: async (_, it) => void told.push(it),
    });
  });

  const run = async (how: (i: number) => ReadOptions | undefined = () => ({})): Promise<string> => {
    const id = await stage.begin(prover);
    let i = 0;
    for (const it of challengers) {
      const task = stage.task(it);
      if (task?.task.challenge_id !== id) continue;
      const options = how(i++);
      if (options) await stage.read(it, task, options);
    }
    await stage.pass(20_000);
    return id;
  };

  const handlers = () =>
    verdictHandlers({
      db,
      challenges: { find: async (_: string, id: string) => stage.challenge(id) },
      calibrationPieces: async function* (hash: string) {
        if (hash === calibrationHash) yield* ['{"learned":', '1}'];
      },
      publicLog: {
        origin: 'log.example',
        prove: async (name: string) => (isLogged ? { entry: name, proof: inclusion } : undefined),
      },
      witnesses: { cosigned: async () => undefined },
      attester: {
        keys: attestationKeysFrom(new Uint8Array(32).fill(7)),
        did: 'did:web:here',
        eas: { address: `0x${'42'.repeat(20)}`, version: '1' },
      },
    } as never);
  const call = (name: 'challenge-evidence' | 'challenge-attestation' | 'challenge-payments', body: object) =>
    handlers()[name]({ body, proofType: stage.proofType('parallel') } as never) as Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  const evidence = async (id: string): Promise<any> => {
    const answer = await call('challenge-evidence', { challenge_id: id });
    if (!(answer instanceof Streamed)) return expect.fail('it was not streamed');
    let text = '';
    for await (const piece of answer.pieces) text += piece;
    return JSON.parse(text).result;
  };

  test('is told whole, once, with what each challenger did; its result goes to the chain with its place in the log', async () => {
    const id = await run((i) =>
      i === 0 ? { failure: { failure: 'unreachable', detail: 'no answer' } } : i === 1 ? {} : undefined,
    );
    expect(ended).toHaveLength(1);
    const { challenge, assignments, refusals, ...rest } = ended[0] as Ended;
    expect([challenge.id, refusals]).toEqual([id, 0]);
    expect(assignments.map((it) => it.outcome).sort()).toEqual(['asked', 'read', 'unreachable']);
    expect(new Set(assignments.map((it) => it.challenger)).size).toBe(3);
    const { transcript, transcript_hash } = await evidence(id);
    const { state, verdict } = transcript;
    expect(rest).toMatchObject({ state, verified: verdict.verified, reason: verdict.reason, endedAt: stage.now });
    expect(rest.judgedMs).toBeGreaterThanOrEqual(0);
    expect(rest.judgedMs).toBeLessThan(600_000);
    expect(queued).toHaveLength(1);
    expect(queued[0]).toMatchObject({
      ...{ challengeId: id, verified: verdict.verified, transcriptHash: transcript_hash, at: stage.now },
      acceptance: transcript.acceptance.index,
    });
    expect(queued[0]?.resultHash).toMatch(/^0x[0-9a-f]{64}$/);
  });

  test('is told to its payer and to its prover, by their keys', async () => {
    const id = await run();
    const { payer, proverId } = await stage.challenge(id);
    expect(told).toMatchObject([{ kind: 'challenge.verified', data: { challenge_id: id, prover: proverId, payer } }]);
    expect(told[0]?.keys).toEqual([payer, prover.key.publicKey]);
  });

  test('is counted as free where nobody paid for it', async () => {
    await run();
    const rows = await db.all('SELECT who FROM reward_day ORDER BY who');
    expect(rows.filter((it) => String(it.who).startsWith('free '))).toHaveLength(2);
  });

  test('is compared with an earlier one by the calibration of the later one', async () => {
    const earlier = await run();
    calibration = { hash: calibrationHash, data: { learned: 2 } };
    const later = await run();
    const asked: ComparedCase[] = [];
    const compare = openComparisons({
      db,
      judge: {
        compare: async (it) => {
          asked.push(it);
          return 'changed';
        },
      },
      calibration: async () => calibration,
      calibrationPieces: async function* () {
        yield* ['{"learned":', '1}'];
      },
    });
    expect(await compare(earlier, later)).toBe('changed');
    calibration = { hash: 'cd'.repeat(32), data: { learned: 3 } };
    await compare(earlier, later);
    await compare(later, earlier);
    expect(asked.map((it) => [it.calibrationHash, it.calibration])).toEqual([
      [calibrationHash, { learned: 2 }],
      [calibrationHash, { learned: 1 }],
      [null, null],
    ]);
    const [{ before, transcript }] = asked as unknown as [Record<'before' | 'transcript', { challenge_id: string }>];
    expect([before.challenge_id, transcript.challenge_id]).toEqual([earlier, later]);
    await expect(compare(earlier, 'none')).rejects.toThrow('There is no transcript of challenge none.');
  });

  test('is counted by the hour', async () => {
    const hour = stage.now - (stage.now % 3_600_000);
    for (let i = 0; i < 3; i++) await run(() => ({ value: i === 0 ? 0 : 1 }));
    const tally = await readTally(db, 'parallel', hour);
    expect(tally.toSorted((a, b) => a.n - b.n)).toEqual([
      { hour, verified: 'false', n: 1 },
      { hour, verified: 'true', n: 2 },
    ]);
    expect(await readTally(db, 'parallel', hour + 1)).toEqual([]);
  });

  test('counts for those who took part: readings that were accepted, and what was verified of the prover', async () => {
    const scoreOf = async (id: string) => {
      const it = await db.get('SELECT challenges, successes, verified_result FROM agent WHERE id = ?', [id]);
      return [it?.challenges, it?.successes, it?.verified_result];
    };
    const first = await run((i) => (i === 0 ? undefined : {}));
    const of = await Promise.all(challengers.map(async (it) => (await scoreOf(it.id)).slice(0, 2).join()));
    expect(of.sort()).toEqual(['0,0', '1,0', '1,1', '1,1']);
    const [challenges, successes, verified] = await scoreOf(prover.id);
    expect([challenges, successes]).toEqual([1, 1]);
    const at = new Date(stage.now).toISOString();
    expect(JSON.parse(String(verified))).toMatchObject({ challenge_id: first, at, ones: '2' });
    await run(() => ({ value: 0 }));
    expect((await scoreOf(prover.id)).slice(0, 2)).toEqual([2, 1]);
    // Neither a request that the prover never agreed to nor one that was void says anything about anybody.
    const before = await Promise.all([prover, ...challengers].map((it) => scoreOf(it.id)));
    await stage.submit(prover, 'parallel', { consents: false });
    for (let i = 0; i < 8 && ended.length === 2; i++) await stage.pass(120_000);
    expect(ended).toHaveLength(3);
    expect(await Promise.all([prover, ...challengers].map((it) => scoreOf(it.id)))).toEqual(before);
  });

  test('is void where its block was replaced: challengers that were asked are not counted for it', async () => {
    await set({ stillOnChain: async () => false });
    const id = await run();
    expect([ended[0]?.verified, (await stage.evidence(id)).transcript.void === null]).toEqual(['inconclusive', false]);
    const counted = await db.get("SELECT SUM(challenges) AS n FROM agent WHERE role = 'challenger'");
    expect(Number(counted?.n)).toBe(0);
  });

  test('is ended by the holder of its lease alone', async () => {
    const id = await stage.begin(prover);
    const endings = new Endings({
      ...{ db, now: () => stage.now, service: stage.service, proofType: stage.proofType, reward: 1 },
      ...{ calibration: async () => calibration, budget: { total: 1, campaigns: 1, each: 1 } },
      judge: {
        judge: async () => ({ verified: 'inconclusive', reason: 'nobody', result: {}, detail: {} }),
        isSettled: async () => false,
      },
      ended: (it) => void ended.push(it),
    });
    const challenge = await stage.challenge(id);
    expect(await endings.end({ ...challenge, leaseOwner: 'another:1' })).toBe(false);
    expect(await endings.end({ ...challenge, id: 'nobody knows' })).toBe(false);
    expect([ended.length, (await stage.challenge(id)).endedAt]).toEqual([0, null]);
    expect(await endings.end(challenge)).toBe(true);
    expect(await endings.end(challenge)).toBe(false);
    expect(ended.map((it) => it.reason)).toEqual(['nobody']);
  });

  test('is rewarded within what free requests of one payer may take of a prover: a quarter', async () => {
    await set({ budget: { total: 1e15, campaigns: 1e15, each: 4_000_000 } });
    const id = await run();
    const { result } = (await call('challenge-payments', { challenge_id: id })) as { result: { points: number } };
    expect(result.points).toBe(1);
  });

  test('is counted in one of sixteen rows, by the end of its id', async () => {
    const at = 1_800_000_000_000;
    for (const id of ['17', '33', '40016', 'x'])
      await db.write((tx) => countEnding(tx, { id, proofType: 'pol', verified: 'true', at }));
    const rows = await db.all('SELECT shard, n FROM tally ORDER BY shard');
    expect(rows.map((it) => [it.shard, it.n])).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  describe('as evidence', () => {
    test('is the transcript as it was hashed, the part of the tree that was read, and its place in the log', async () => {
      const id = await run();
      const found = await evidence(id);
      expect(found.transcript_hash).toBe(hashText(String(await readTranscriptText(db, id))));
      expect(found).toMatchObject(JSON.parse(JSON.stringify(await stage.evidence(id))));
      expect(found.eligible_tree).not.toBe(null);
      expect([found.calibration, found.log]).toEqual([null, { entry: `transcript:${id}`, proof: inclusion }]);
      isLogged = false;
      expect((await evidence(id)).log).toBe(null);
      expect(await stage.check(found)).toEqual([]);
    });

    test('keeps readings once, and texts of earlier versions are read as they are', async () => {
      const id = await run();
      const text = String(await readTranscriptText(db, id));
      const kept = await db.get('SELECT body, packed FROM transcript WHERE challenge_id = ?', [id]);
      expect([kept?.body, Buffer.from(kept?.packed as Uint8Array).length < text.length / 4]).toEqual(['', true]);
      const before = await evidence(id);
      await db.run('UPDATE transcript SET body = ?, packed = NULL WHERE challenge_id = ?', [text, id]);
      const drawn = await db.get('SELECT packed_body, packed_tree FROM draw WHERE challenge_id = ?', [id]);
      const plain = await Promise.all([drawn?.packed_body, drawn?.packed_tree].map((it) => unpack(it as Uint8Array)));
      const sql = 'UPDATE draw SET body = ?, tree = ?, packed_body = NULL, packed_tree = NULL WHERE challenge_id = ?';
      await db.run(sql, [...plain, id]);
      expect(await evidence(id)).toEqual(before);
    });

    test('is kept without what the rows of its challenge have already, in whatever part of it that stands', async () => {
      let count = 0;
      // No two texts have anything in common, so each of them takes its length.
      const text = () => [0, 1, 2, 3].map((i) => hashText(`${i} ${count++}`)).join('');
      const [entry, treeEntry] = [text(), text()];
      const signed = () => ({ signature: text(), text: text() });
      const delegation = () => ({ agent_signature: text(), owner_signature: text(), text: text() });
      const consent = signed();
      const own = { delegation: delegation(), description: signed() };
      const seats = ['a', 'b'].map((id) => ({ challenger: { id }, delegation: delegation(), description: signed() }));
      const assignments = ['a', 'b'].map((challengerId) => ({ challengerId, message: text(), signature: text() }));
      const history = { acceptance: { entry, treeEntry }, consent, draw: { prover: own, seats }, assignments };
      const body = JSON.stringify([
        ...[entry, treeEntry, consent.signature, consent.text, own],
        ...seats.map((it, i) => [it.delegation, it.description, assignments[i]?.message, assignments[i]?.signature]),
      ]);
      const packed = await packTranscript(body, history as never);
      expect([body.length > 20 * 256, packed.length < 256]).toEqual([true, true]);
      const without = { acceptance: undefined, consent: undefined, draw: undefined, assignments: [] };
      expect(await unpack(await packTranscript(body, without as never))).toBe(body);
      // A seat that was never asked has no reading.
      const notAsked = await packTranscript('[]', { ...history, assignments: [] } as never);
      expect(await unpack(notAsked)).toBe('[]');
    });

    test('read inside the service is the same, with the calibration of that hash', async () => {
      const unfinished = await stage.challenge(await stage.submit(prover, 'parallel', { consents: false }));
      const asked: string[] = [];
      const read = async (id: string) =>
        readEvidence(db, await stage.challenge(id), async (hash) => {
          asked.push(hash);
          return { learned: 1 };
        });
      expect([await read(unfinished.id), await readTranscript(db, unfinished)]).toEqual([undefined, undefined]);
      const first = await read(await run());
      expect([first?.calibration, asked]).toEqual([null, []]);
      calibration = { hash: calibrationHash, data: { learned: 1 } };
      expect([(await read(await run()))?.calibration, asked]).toEqual([{ learned: 1 }, [calibrationHash]]);
    });

    test('brings the calibration that its transcript names, and none where that is forgotten', async () => {
      calibration = { hash: calibrationHash, data: { learned: 1 } };
      const id = await run();
      expect((await evidence(id)).calibration).toEqual({ learned: 1 });
      calibration = { hash: 'cd'.repeat(32), data: {} };
      expect((await evidence(await run())).calibration).toBe(null);
    });

    test('is not there before the end, and says when to ask again', async () => {
      const id = await stage.submit(prover);
      for (const name of ['challenge-evidence', 'challenge-attestation'] as const) {
        const asked = call(name, { challenge_id: id, format: 'eas' });
        await expect(asked).rejects.toMatchObject({ code: 'challenge_running', retryAfter: 2 });
      }
      expect(await call('challenge-payments', { challenge_id: id })).toEqual({ result: { points: 0, payments: [] } });
    });

    test('of one that nobody was drawn for has no draw, no acceptance and no tree, and rests on no calibration', async () => {
      calibration = { hash: calibrationHash, data: {} };
      const id = await stage.submit(prover, 'parallel', { consents: false });
      for (let i = 0; i < 8 && ended.length === 0; i++) await stage.pass(120_000);
      const { transcript, eligible_tree } = await evidence(id);
      const { draw, acceptance, seed, consent, calibration_hash } = transcript;
      expect([draw, acceptance, seed, consent, calibration_hash, eligible_tree]).toEqual(Array(6).fill(null));
      const { payer } = await stage.challenge(id);
      expect(told.map((it) => it.keys)).toEqual([[payer]]);
      expect(queued[0]).toMatchObject({ acceptance: null, verified: 'inconclusive' });
      expect(transcript.void).not.toBe(null);
      await expect(call('challenge-attestation', { challenge_id: id, format: 'vc' })).rejects.toMatchObject({
        code: 'challenge_not_verified',
      });
    });
  });

  describe('is attested', () => {
    test('where it was verified and the log has it, with its place there', async () => {
      const id = await run();
      const vc = () => call('challenge-attestation', { challenge_id: id, format: 'vc' });
      const { result } = (await vc()) as { result: { format: string; attestation: string } };
      expect(result.format).toBe('vc');
      const payload = Buffer.from(result.attestation.split('.')[1] ?? '', 'base64url').toString();
      expect(JSON.parse(payload).credentialSubject).toMatchObject({
        ...{ challengeId: id, logOrigin: 'log.example', logIndex: 5 },
      });
      // Nothing in this verdict bounds a distance.
      await expect(call('challenge-attestation', { challenge_id: id, format: 'stamp' })).rejects.toMatchObject({
        ...{ code: 'not_about_a_place', message: expect.stringContaining('parallel') },
      });
      isLogged = false;
      await expect(vc()).rejects.toMatchObject({ code: 'challenge_not_logged', retryAfter: 2 });
    });

    test('not where it was refuted', async () => {
      const id = await run(() => ({ value: 0 }));
      await expect(call('challenge-attestation', { challenge_id: id, format: 'vc' })).rejects.toMatchObject({
        ...{ code: 'challenge_not_verified', retryAfter: undefined },
      });
    });
  });

  test('tells what was paid to each, and all of it', async () => {
    const id = await run((i) => (i === 0 ? undefined : {}));
    const { result } = (await call('challenge-payments', { challenge_id: id })) as {
      result: { points: number; payments: { challenger: string; points: number; reason: string }[] };
    };
    expect(result.points).toBe(2);
    expect(result.payments.map((it) => it.points).sort()).toEqual([0, 1, 1]);
    expect(result.payments.find((it) => it.points === 0)?.reason).toContain('no reading came in time');
  });
});
