import { randomBytes } from 'node:crypto';
import { type EntryOf, parseEntry } from '@trigpoint/log';
import {
  askHash,
  directIdOf,
  hashOf,
  isDirectId,
  isTreeEarly,
  nonceHashOf,
  seedChoosers,
  type Transcript,
} from '@trigpoint/proofs';
import { type DirectRequest, directRequest } from '@trigpoint/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { balance } from '../index.ts';
import { userAccount } from '../ledger/accounts.ts';
import { brokenInvariants } from '../ledger/invariants.ts';
import { post } from '../ledger/transfers.ts';
import { ethereumKey, sessionKey, solanaKey, type TestKey } from '../testing.ts';
import type { ChallengeRoomsOptions } from '../wiring/challenge-rooms.ts';
import { type AcceptanceRow, findAcceptance } from './acceptance-store.ts';
import { readDraw } from './draws.ts';
import { type Cast, openCast } from './testing-stage.ts';

const withoutChain: Partial<ChallengeRoomsOptions> = { seedBlocks: undefined };
const newNonce = () => randomBytes(32).toString('hex');

test('the id of a request that was made here is no number of the chain', () => {
  const hex = 'ab'.repeat(16);
  expect([`ask-${hex}`, 'ask-12', hex, '12'].map(isDirectId)).toEqual([true, false, false, false]);
});

eachDriver('requests without a chain', (where) => {
  let { db, stage, prover, challengers } = {} as Cast;
  let payer: TestKey;

  const set = async (n: number, changes: Partial<ChallengeRoomsOptions> = withoutChain) => {
    ({ db, stage, prover, challengers } = await openCast(await where.open(), n, 'parallel', changes));
    payer = ethereumKey();
  };
  beforeEach(() => set(4));

  const type = () => stage.proofType('parallel');
  const acceptance = async (id: string) => (await findAcceptance(db, id)) as AcceptanceRow;
  const info = () => stage.infoOf(prover);
  const plain = (it: { nonceHash?: string } = {}) =>
    stage.direct.ask(type(), sessionKey(payer), { info: info(), ...it });
  const textOf = async (says: Partial<DirectRequest> = {}) =>
    directRequest.compose({
      ...stage.service,
      payer: `${payer.keyType}:${sessionKey(payer).publicKey}`,
      proof_type: 'parallel',
      ask_hash: askHash(info()),
      nonce_hash: null,
      log_size: 0,
      expires_at: new Date(stage.now + 600_000).toISOString(),
      salt: randomBytes(16).toString('hex'),
      ...says,
    });
  const signed = async (says: Partial<DirectRequest> = {}, by = payer) => {
    const text = await textOf(says);
    return stage.direct.ask(type(), sessionKey(payer), {
      info: info(),
      signed: { text, signature: await by.sign(text) },
    });
  };
  const reveal = (id: string, nonce: string, by = payer) => stage.direct.reveal('parallel', sessionKey(by), id, nonce);
  const runToEnd = async () => {
    await stage.pass(1);
    await stage.answerAsked(challengers);
    await stage.pass(1);
  };

  describe('with a nonce that the service makes', () => {
    test('one call is enough: the challenge ends, and its evidence says that the service alone could choose the seed', async () => {
      const { id, nonceBy } = await plain();
      expect([nonceBy, id]).toEqual(['service', expect.stringMatching(/^ask-[0-9a-f]{32}$/)]);
      await stage.consent(prover, id);
      await runToEnd();
      expect(await stage.state(id)).toBe('ENDED_SUCCESSFULLY');
      const evidence = await stage.evidence(id);
      const { transcript } = evidence;
      expect([transcript.version, transcript.block_number, transcript.request?.signature]).toEqual([5, null, null]);
      expect([seedChoosers(transcript), isTreeEarly(transcript)]).toEqual(['service', false]);
      expect(await stage.check(evidence)).toEqual([]);
      const says = parseEntry(transcript.acceptance?.entry ?? '') as EntryOf<'acceptance'>;
      const nonce = (transcript.seed as { nonce: string }).nonce;
      expect(says).toMatchObject({ request_block: null, seed_block: null, seed_nonce: nonceHashOf(nonce) });
    });

    test('evidence says how many challengers were asked for before the request was raised', async () => {
      const { id } = await stage.direct.ask(type(), sessionKey(payer), { info: info(), raisedFrom: 2 });
      await stage.consent(prover, id);
      await runToEnd();
      const evidence = await stage.evidence(id);
      expect(evidence.transcript.settings.asked_challengers).toBe('2');
      expect(await stage.check(evidence)).toEqual([]);
    });

    test('a nonce of a stranger, and one that nobody wants, is refused', async () => {
      const { id } = await plain();
      await expect(reveal(id, newNonce())).rejects.toMatchObject({ code: 'nonce_not_wanted' });
    });
  });

  describe('with a nonce of the payer', () => {
    test('nobody is drawn before it is told, and it is taken only when the acceptance is public', async () => {
      const nonce = newNonce();
      const { id, nonceBy } = await signed({ nonce_hash: nonceHashOf(nonce) });
      expect(nonceBy).toBe('payer');
      await expect(reveal(id, nonce)).rejects.toMatchObject({ code: 'challenge_not_accepted' });
      await stage.consent(prover, id);
      for (let i = 0; i < 5; i++) await stage.pass(500);
      const before = await acceptance(id);
      expect([before.logIndex, before.seedValue, await readDraw(db, id)]).toEqual([expect.any(Number), '', undefined]);
      await expect(reveal(id, newNonce())).rejects.toMatchObject({ code: 'invalid_field' });
      await expect(reveal(id, nonce, ethereumKey())).rejects.toMatchObject({ code: 'not_allowed' });
      await reveal(id, nonce);
      await reveal(id, nonce);
      await runToEnd();
      const evidence = await stage.evidence(id);
      expect([evidence.transcript.verdict.verified, seedChoosers(evidence.transcript)]).toEqual([
        'true',
        'service and payer',
      ]);
      expect(await stage.check(evidence)).toEqual([]);
    });

    test('one that is withheld costs a try, ends by itself with its reason, and holds nobody else up', async () => {
      const kept = await signed({ nonce_hash: nonceHashOf(newNonce()) });
      await stage.consent(prover, kept.id);
      await stage.pass(1);
      const nonce = newNonce();
      const other = await signed({ nonce_hash: nonceHashOf(nonce) });
      await stage.consent(prover, other.id);
      await stage.pass(500);
      await reveal(other.id, nonce);
      await runToEnd();
      expect(await stage.state(other.id)).toBe('ENDED_SUCCESSFULLY');
      expect((await stage.evidence(other.id)).transcript.tries).toBe(2);
      const { deadline } = await stage.challenge(kept.id);
      while (stage.now < deadline && (await stage.challenge(kept.id)).dueAt !== null) {
        await stage.agents.nodes.renew();
        await stage.pass(1_000);
      }
      const ended = await stage.challenge(kept.id);
      expect([ended.state, ended.verdict?.reason]).toEqual([
        'ERROR_ENDED_WITH_FAILURE',
        'The payer did not tell its nonce in time, and nobody was drawn.',
      ]);
      const evidence = await stage.evidence(kept.id);
      expect([evidence.transcript.tries, evidence.transcript.seed, evidence.transcript.draw]).toEqual([1, null, null]);
      expect(await stage.check(evidence)).toEqual([]);
    });

    test('the payer knows the seed as soon as a later value is told: it can withhold then, and choose no other nonce', async () => {
      const [first, second] = [newNonce(), newNonce()];
      const kept = await signed({ nonce_hash: nonceHashOf(first) });
      await stage.consent(prover, kept.id);
      await stage.pass(1);
      const other = await signed({ nonce_hash: nonceHashOf(second) });
      await stage.consent(prover, other.id);
      await stage.pass(500);
      await reveal(other.id, second);
      await runToEnd();
      // All who can read evidence now know the service's half of the seed that waits.
      expect((await stage.evidence(other.id)).transcript.seed?.index).toBe((await acceptance(kept.id)).seedIndex + 1);
      for (let i = 0; i < 20; i++) await expect(reveal(kept.id, newNonce())).rejects.toMatchObject({ status: 400 });
      await reveal(kept.id, first);
      await stage.pass(500);
      expect((await readDraw(db, kept.id))?.seats.length).toBe(3);
    });
  });

  describe('where the service has a chain', () => {
    beforeEach(() => set(4, {}));

    test('a block decides, and neither a nonce is made nor one taken', async () => {
      await expect(plain({ nonceHash: nonceHashOf(newNonce()) })).rejects.toMatchObject({ code: 'invalid_field' });
      const { id, nonceBy } = await signed();
      expect(nonceBy).toBe('none');
      await stage.consent(prover, id);
      await runToEnd();
      const evidence = await stage.evidence(id);
      expect(evidence.transcript.seed).toMatchObject({ block_number: 2 });
      expect([seedChoosers(evidence.transcript), await stage.check(evidence)]).toEqual(['service and block', []]);
    });

    test('a reorganisation is asked about for the block of the seed alone', async () => {
      const asked: number[] = [];
      await set(3, {
        stillOnChain: async ({ blockNumber }) => {
          asked.push(blockNumber);
          return true;
        },
      });
      const { id } = await plain();
      await stage.consent(prover, id);
      await runToEnd();
      expect([await stage.state(id), asked]).toEqual(['ENDED_SUCCESSFULLY', [2]]);
    });
  });

  test('the eligible tree is the one that the log had before the request, and a signed request shows it', async () => {
    await stage.rooms.logTrees(['parallel']);
    const treeIndex = async () => Number((await db.get(`SELECT COUNT(*) AS n FROM log_entry`))?.n);
    stage.now += 1_000;
    const entries = await treeIndex();
    await db.write((tx) => stage.seeds.lock(tx));
    const late = await stage.arrive('challenger');
    challengers.push(late);
    const early = await signed();
    stage.now += 1_000;
    await stage.rooms.logTrees(['parallel']);
    await stage.consent(prover, early.id);
    await runToEnd();
    const { transcript } = await stage.evidence(early.id);
    expect(transcript.draw?.eligible.size).toBe(4);
    expect(transcript.acceptance?.tree?.index).toBeLessThan(entries);
    // The payer named no entry of the log, so it is the operator's word that the tree was there.
    expect(isTreeEarly(transcript)).toBe(false);
    const after = await signed({ log_size: (transcript.acceptance?.index ?? 0) + 1 });
    stage.now += 1_000;
    await stage.consent(prover, after.id);
    await runToEnd();
    const next = await stage.evidence(after.id);
    expect([next.transcript.draw?.eligible.size, isTreeEarly(next.transcript)]).toEqual([5, true]);
    expect(await stage.check(next)).toEqual([]);
  });

  describe('a signed request', () => {
    /** From now on the payer sets a POINT aside for each challenger. */
    const reopenWithFee = async () => {
      stage.fee = 1_000_000;
      await stage.open();
      await Promise.all([prover, ...challengers].map((it) => stage.arrive(it.role, 'parallel', { key: it.key })));
    };
    /** Gives the payer an amount. Returns its account. */
    const grant = async (amount: number) => {
      const to = userAccount(payer.keyType, payer.publicKey);
      const about = { reason: 'grant', unit: 'POINTS', from: 'network', to, memo: '', at: stage.now } as const;
      await db.write((tx) => post(tx, [{ ...about, amount }]));
      return to;
    };

    test('is taken once: again it gives its state, and no other key can bring it', async () => {
      const text = await textOf();
      const request = { info: info(), signed: { text, signature: await payer.sign(text) } };
      const first = await stage.direct.ask(type(), sessionKey(payer), request);
      expect(first.id).toBe(directIdOf(text));
      expect(await stage.direct.ask(type(), sessionKey(payer), request)).toEqual(first);
      stage.now += 3_600_000;
      expect(await stage.direct.ask(type(), sessionKey(payer), request)).toEqual(first);
      await expect(stage.direct.ask(type(), sessionKey(ethereumKey()), request)).rejects.toThrow('another payer');
      expect(Number((await db.get('SELECT COUNT(*) AS n FROM challenge'))?.n)).toBe(1);
    });

    test('makes nothing under a second Idempotency-Key, and leaves that key free', async () => {
      const once = (key: string, requestHash: string) => ({ key, requestHash });
      const text = await textOf();
      const request = { info: info(), signed: { text, signature: await payer.sign(text) } };
      const ask = (it: object) => stage.direct.ask(type(), sessionKey(payer), { info: info(), ...it });
      const again = (it: ReturnType<typeof once>) => stage.direct.findRepeated(type(), sessionKey(payer), it);
      const first = await ask({ ...request, once: once('k1', 'a') });
      expect(await ask({ ...request, once: once('k2', 'a') })).toEqual(first);
      expect([await again(once('k1', 'a')), await again(once('k2', 'a'))]).toEqual([first, undefined]);
      await expect(again(once('k1', 'b'))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
      const other = await ask({ once: once('k2', 'b') });
      expect([other.id === first.id, await again(once('k2', 'b'))]).toEqual([false, other]);
    });

    test.each([
      ['of another deployment', { service: 'cd'.repeat(32) }, 'another service'],
      ['of another chain', { chain_id: 1 }, 'another service'],
      ['for another type', { proof_type: 'pob' }, 'not for parallel'],
      ['about another ask', { ask_hash: 'ab'.repeat(32) }, 'another ask'],
      ['that has expired', { expires_at: '2020-01-01T00:00:00.000Z' }, 'expired'],
      ['that waits for a year', { expires_at: '2099-01-01T00:00:00.000Z' }, 'more than a day'],
      ['that has seen entries which do not exist', { log_size: 1_000 }, 'more entries than the log has'],
    ])('%s is refused', async (_, says, problem) => {
      await expect(signed(says)).rejects.toThrow(problem);
    });

    test('with the signature of somebody else is refused', async () => {
      await expect(signed({}, ethereumKey())).rejects.toThrow('request.signature');
    });

    test('of a solana key is taken too, and pays from its balance', async () => {
      payer = solanaKey();
      await reopenWithFee();
      await expect(signed()).rejects.toMatchObject({ code: 'insufficient_balance' });
      const account = await grant(3_000_000);
      const { id } = await signed();
      expect(await balance(db, account)).toBe(0n);
      await stage.consent(prover, id);
      await runToEnd();
      const evidence = await stage.evidence(id);
      expect([evidence.transcript.payer, await stage.check(evidence)]).toEqual([payer.publicKey, []]);
      const paid = await Promise.all(challengers.map((it) => balance(db, userAccount('solana', it.key.publicKey))));
      expect(paid.filter((it) => it === 2_000_000n).length).toBe(3);
    });

    test('that was raised is paid by its payer for what it asked, and by the network for the rest', async () => {
      await reopenWithFee();
      const account = await grant(1_000_000);
      const { id } = await stage.direct.ask(type(), sessionKey(payer), { info: info(), raisedFrom: 1 });
      expect(await balance(db, account)).toBe(0n);
      await stage.consent(prover, id);
      await runToEnd();
      const moved = await db.all<{ reason: string; amount: number }>(
        `SELECT reason, amount FROM ledger_transfer WHERE reason LIKE 'fee:${id}:%' OR reason LIKE 'raised:${id}:%'`,
      );
      const sums = (prefix: string) =>
        moved.filter((it) => it.reason.startsWith(prefix)).map((it) => Number(it.amount));
      expect([sums('fee:'), sums('raised:')]).toEqual([[1_000_000], [1_000_000, 1_000_000]]);
      expect(await brokenInvariants(db)).toEqual([]);
    });

    test('that nobody consents to gives its fee back when it expires', async () => {
      await reopenWithFee();
      const account = await grant(3_000_000);
      const { id } = await signed();
      await stage.pass(600_001);
      await stage.pass(600_001);
      expect(await stage.state(id)).toBe('ERROR_ENDED_WITH_FAILURE');
      expect(await balance(db, account)).toBe(3_000_000n);
    });
  });

  test('a prover that never connected cannot be asked, and nothing is kept of the request', async () => {
    const info = stage.infoOf({ chainAddress: `0x${'77'.repeat(20)}` });
    await expect(stage.direct.ask(type(), sessionKey(payer), { info })).rejects.toMatchObject({
      code: 'agent_not_found',
    });
    expect(await db.all('SELECT id FROM challenge')).toEqual([]);
  });

  test('free requests of one key, and of many keys, leave room in the list of a prover', async () => {
    for (let i = 0; i < 16; i++) await plain();
    const refusal = (waiting: string) => ({
      ...{ code: 'too_many_waiting', status: 429, message: expect.stringMatching(`^${waiting} requests wait for`) },
    });
    await expect(plain()).rejects.toMatchObject(refusal('16 of your'));
    for (let i = 16; i < 128; i++) {
      if (i % 16 === 0) payer = ethereumKey();
      await plain();
    }
    payer = ethereumKey();
    await expect(plain()).rejects.toMatchObject(refusal('128 direct'));
    for (let i = 128; i < 256; i++)
      await expect(stage.submit(prover, 'parallel', { consents: false })).resolves.toBeDefined();
    await expect(plain()).rejects.toMatchObject(refusal('256'));
    // A watch asks all the same: a prover must not hide that it is not there behind requests of its friends.
    const slot = await stage.direct.prepare(type(), sessionKey(payer), { info: info() });
    expect(await db.write((tx) => slot.insert(tx))).toBe(1);
  });

  test('whoever changes request, nonce or origin in evidence is found out, also with the right hash', async () => {
    const nonce = newNonce();
    const { id } = await signed({ nonce_hash: nonceHashOf(nonce) });
    await stage.consent(prover, id);
    await stage.pass(1);
    await reveal(id, nonce);
    await runToEnd();
    const evidence = await stage.evidence(id);
    expect(await stage.check(evidence)).toEqual([]);
    const { transcript } = evidence;
    const { seed, request } = transcript;
    const { nonce: _, ...withoutNonce } = seed as { nonce: string };
    const other = await textOf({ nonce_hash: nonceHashOf(nonce) });
    const changes: [Partial<Transcript>, string][] = [
      [{ request: { ...request, signature: 'x' } as never }, 'not signed by its payer'],
      [{ request: { text: other, signature: await payer.sign(other) } }, 'about another challenge'],
      [{ request: { ...request, text: '{}' } as never }, 'cannot be read'],
      [{ payer: `0x${'77'.repeat(20)}` }, 'about another payer'],
      [{ service: { ...transcript.service, contract: `0x${'44'.repeat(20)}` } }, 'about another service'],
      [{ block_number: 7, block_hash: `0x${'77'.repeat(32)}` }, 'names a block'],
      [{ seed: { ...seed, nonce: newNonce() } as never }, 'another nonce'],
      [{ seed: { ...seed, block_number: 3, block_hash: '0x', nonce: 7 } as never }, 'another nonce'],
      [{ seed: { ...withoutNonce, block_number: 3, block_hash: '0x' } as never }, 'another block'],
      [{ version: 4 }, 'should name a request on a chain, and does not'],
    ];
    for (const [change, problem] of changes) {
      const forged = { ...evidence, transcript: { ...transcript, ...change } };
      const problems = await stage.check({ ...forged, transcript_hash: hashOf(forged.transcript) });
      expect(problems.join(' ')).toContain(problem);
    }
    // The signature alone can be left out: then the file says less, and says so.
    const unsigned = { ...transcript, request: { text: request?.text ?? '', signature: null } };
    expect([seedChoosers(unsigned), isTreeEarly(unsigned)]).toEqual(['service', false]);
  });
});
