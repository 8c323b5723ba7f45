import { type EntryOf, parseEntry } from '@trigpoint/log';
import { drawFor, drawSeed, hashOf, type Transcript } from '@trigpoint/proofs';
import { beforeEach, describe, expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { balance } from '../index.ts';
import { userAccount } from '../ledger/accounts.ts';
import { post } from '../ledger/transfers.ts';
import { noAutonomousSystems } from '../network/autonomous-systems.ts';
import { ethereumKey, solanaKey } from '../testing.ts';
import type { ChallengeRoomsOptions } from '../wiring/challenge-rooms.ts';
import { type AcceptanceRow, findAcceptance } from './acceptance-store.ts';
import { readDraw } from './draws.ts';
import { EligibleTrees } from './eligible-trees.ts';
import { type Cast, openCast, Stage } from './testing-stage.ts';
import { countTry } from './tries.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

eachDriver('consent and one draw', (where) => {
  let { db, stage, prover, challengers } = {} as Cast;

  const set = async (n: number, changes: Partial<ChallengeRoomsOptions> = {}) => {
    ({ db, stage, prover, challengers } = await openCast(await where.open(), n, 'parallel', changes));
  };
  const rows = async (table: string) => Number((await db.get(`SELECT COUNT(*) AS n FROM ${table}`))?.n);
  const answerAll = () => stage.answerAsked(challengers);
  const acceptance = async (id: string) => (await findAcceptance(db, id)) as AcceptanceRow;
  const waiting = 'SUBMITTED_TO_CHALLENGE_COORDINATOR';

  describe('a stranger relays a request while its prover is away', () => {
    beforeEach(async () => {
      await set(4);
      await stage.agents.leave(prover);
    });

    test('nothing is spent: it waits for hours without being looked at, and goes on when the prover is there', async () => {
      const id = await stage.submit(prover, 'parallel', { consents: false, expiresInMs: dayMs });
      expect(await stage.tick()).toBe(1);
      for (let i = 0; i < 20; i++) expect(await stage.pass(hourMs)).toBe(0);
      expect(await stage.state(id)).toBe(waiting);
      await stage.agents.nodes.renew();
      const back = await stage.arrive('prover', 'parallel', { key: prover.key, claims: { city: 'later' } });
      for (const it of challengers) await stage.arrive('challenger', 'parallel', { key: it.key });
      const [asked, ...others] = await stage.rooms.inbox.consentsWanted(back);
      expect([asked, others]).toMatchObject([{ type: 'consent_wanted', challenge_id: id }, []]);
      await stage.consent(back, id);
      const consented = await stage.challenge(id);
      expect(consented.proverClaims).toEqual({ city: 'later' });
      expect(consented.deadline).toBeLessThan(stage.now + 120_000);
      await stage.pass(1);
      expect(await stage.state(id)).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
      // What it says of itself from now on changes nothing.
      await stage.arrive('prover', 'parallel', { key: prover.key, claims: { city: 'too late' } });
      await answerAll();
      await stage.pass(1);
      expect(await stage.state(id)).toBe('ENDED_SUCCESSFULLY');
      const evidence = await stage.evidence(id);
      expect(evidence.transcript.prover?.claims).toEqual({ city: 'later' });
      expect(await stage.check(evidence)).toEqual([]);
    });

    test('when it expires it is void: no draw, no try, no mark on the prover, and the fee goes back', async () => {
      const payer = ethereumKey().publicKey.toLowerCase();
      const fee = { unit: 'POINTS', from: 'network', to: 'request:1', amount: 15, memo: '', at: 0 } as const;
      await db.write((tx) => post(tx, [{ reason: 'g', ...fee }]));
      const id = await stage.begin(prover, 'parallel', { consents: false, expiresInMs: hourMs, fee: 5, payer });
      await stage.pass(hourMs - 1);
      expect(await stage.state(id)).toBe(waiting);
      expect(await stage.pass(1)).toBe(1);
      const { verdict } = await stage.challenge(id);
      expect([verdict?.verified, verdict?.reason]).toEqual([
        'inconclusive',
        'The request expired before the prover had consented to be measured.',
      ]);
      expect([await rows('acceptance'), await rows('draw'), await rows('acceptance_count')]).toEqual([0, 0, 0]);
      expect((await stage.agents.find('parallel', 'prover', prover.id))?.challenges).toBe(0);
      expect(await balance(db, userAccount('ethereum', payer))).toBe(15n);
      expect(await stage.check(await stage.evidence(id))).toEqual([]);
      await stage.consent(await stage.arrive('prover', 'parallel', { key: prover.key }), id);
      expect((await stage.challenge(id)).consentedAt).toBeNull();
    });
  });

  describe('consents', () => {
    beforeEach(() => set(4));

    test.each([
      ['of another challenge', { challenge_id: '77' }],
      ['for another service', { service: 'ff'.repeat(32) }],
      ['for another chain', { chain_id: 1 }],
      ['for another contract', { contract: 'none' }],
      ['to another ask', { ask_hash: 'ff'.repeat(32) }],
      ['under another description', { description_hash: 'ff'.repeat(32) }],
    ])('one %s is passed over', async (_, says) => {
      const id = await stage.submit(prover, 'parallel', { consents: false });
      await stage.consent(prover, id, says);
      await stage.tick();
      expect([await stage.state(id), await rows('acceptance')]).toEqual([waiting, 0]);
    });

    test('one that another key signed, or another agent sends, is passed over; the right one counts once', async () => {
      const id = await stage.submit(prover, 'parallel', { consents: false });
      await stage.consent(prover, id, {}, solanaKey());
      await stage.consent(await stage.arrive('prover'), id);
      const asChallenger = await stage.arrive('challenger', 'parallel', { key: prover.key });
      await stage.consent(asChallenger, id);
      expect((await stage.challenge(id)).consentedAt).toBeNull();
      await stage.consent(prover, id);
      const { consentedAt } = await stage.challenge(id);
      stage.now += 5;
      await stage.consent(prover, id);
      expect((await stage.challenge(id)).consentedAt).toBe(consentedAt);
      await stage.tick();
      expect(await rows('acceptance')).toBe(1);
    });

    test('a prover that declines ends the challenge with its reason, unmeasured; nobody else can', async () => {
      const id = await stage.submit(prover, 'parallel', { consents: false });
      const no = { type: 'no_consent' as const, challenge_id: id, reason: 'Asks\u001b for too much.' };
      await stage.rooms.inbox.receive(await stage.arrive('prover'), no);
      expect((await stage.challenge(id)).declined).toBe('');
      await stage.rooms.inbox.receive(prover, no);
      await stage.consent(prover, id);
      await stage.tick();
      const { state: ended, verdict } = await stage.challenge(id);
      expect([ended, verdict?.reason]).toEqual([
        'ERROR_ENDED_WITH_FAILURE',
        'The prover declined: asks  for too much.',
      ]);
      expect([await rows('acceptance'), await rows('draw'), await rows('acceptance_count')]).toEqual([0, 0, 0]);
      expect(await stage.check(await stage.evidence(id))).toEqual([]);
    });

    test('a prover that does not answer is asked again, less and less often', async () => {
      await stage.submit(prover, 'parallel', { consents: false, expiresInMs: dayMs });
      const asked = () => stage.sent.filter(({ message }) => message.type === 'consent_wanted').length;
      await stage.tick();
      expect(asked()).toBe(1);
      await stage.pass(500);
      expect(asked()).toBe(2);
      for (let i = 0; i < 60; i++) {
        await stage.agents.nodes.renew();
        await stage.pass(10_000);
      }
      expect(asked()).toBeLessThan(20);
      expect(asked()).toBeGreaterThan(8);
    });
  });

  describe('the seed', () => {
    /** What somebody who knows the request's block, everybody in the network and all that was ever told would predict. */
    const predict = async (id: string, blockHash: string, value: string) => {
      const challenge = await stage.challenge(id);
      const proofType = stage.proofType('parallel');
      const eligible = await stage.agents.eligible('parallel', stage.now);
      const { tree } = new EligibleTrees().of(proofType, 'IPv4', eligible, noAutonomousSystems);
      const about = { challenge_id: id, prover: prover.id, block_hash: blockHash, value };
      const drawn = drawFor(proofType, tree, {
        ask: proofType.decode(challenge.info),
        settings: {},
        seed: drawSeed({ ...stage.service, ...about }),
        submittedAt: challenge.submittedAt,
        proverKey: prover.publicKey,
        proverOwner: prover.publicKey,
        proverNetworks: [prover.id],
        knowsSystems: false,
      });
      return drawn.near.map(({ leaf }) => leaf.id);
    };
    const seats = async (id: string) => (await readDraw(db, id))?.seats.map((it) => it.challenger.id) ?? [];
    const known = `0x${'33'.repeat(32)}`;
    const grind = async () => {
      const ids = await Promise.all(Array.from({ length: 6 }, () => stage.submit(prover)));
      const predicted = await Promise.all(ids.map((id) => predict(id, known, 'ab'.repeat(32))));
      for (let i = 0; i < 10; i++) await stage.pass(1);
      return { predicted, drawn: await Promise.all(ids.map(seats)) };
    };

    test('a seed that is known with the request can be ground: this is the attack', async () => {
      await set(12);
      const { seeds: real } = stage;
      const seeds: ChallengeRoomsOptions['seeds'] = {
        prepare: () => real.prepare(),
        lock: (tx) => real.lock(tx),
        take: (tx) => real.take(tx),
        value: async () => 'ab'.repeat(32),
      };
      const seedBlocks = { upcoming: async () => 2, confirmedHash: async () => known };
      stage = await new Stage(db, { seedBlocks, seeds }).open();
      prover = await stage.arrive('prover');
      await Promise.all(challengers.map((it) => stage.arrive('challenger', 'parallel', { key: it.key })));
      const { predicted, drawn } = await grind();
      expect(drawn).toEqual(predicted);
    });

    test.each([
      ['the block is not known', async (number: number) => `0x${String(number).padStart(64, '0')}`],
      ['the block is known, and the value of the chain is not', async () => known],
    ])('it cannot be ground while %s', async (_, confirmedHash) => {
      await set(12, { seedBlocks: { upcoming: async () => 2, confirmedHash } });
      const { predicted, drawn } = await grind();
      expect(drawn.every((it) => it.length === 3)).toBe(true);
      expect(drawn).not.toEqual(predicted);
    });

    test('is made when its acceptance is public, from the block that the acceptance named', async () => {
      const asked: unknown[] = [];
      const confirmedHash = async (number: number) => {
        const row = await db.get(`SELECT place FROM log_entry WHERE id = 'acceptance:1'`);
        asked.push([number, row?.place !== null]);
        return `0x${'55'.repeat(32)}`;
      };
      await set(3, { seedBlocks: { upcoming: async () => 42, confirmedHash } });
      const id = await stage.begin(prover);
      expect(asked).toEqual([[42, true]]);
      const says = parseEntry((await acceptance(id)).entry);
      expect(says).toMatchObject({ kind: 'acceptance', challenge: id, seed_block: 42, seed_index: 1, previous: null });
      const [first] = await db.all('SELECT entry FROM log_entry ORDER BY place');
      expect(parseEntry(first?.entry as string)).toMatchObject({
        kind: 'seeds',
        anchor: (says as EntryOf<'acceptance'>).seed_chain,
      });
    });

    test('while its block does not come nobody is drawn; in the end the challenge stays open, and the try counts', async () => {
      await set(3, { seedBlocks: { upcoming: async () => 2, confirmedHash: async () => undefined } });
      const id = await stage.submit(prover);
      const { deadline } = await stage.challenge(id);
      while (stage.now < deadline && (await stage.challenge(id)).dueAt !== null) await stage.pass(1_000);
      const { verdict, endedAt } = await stage.challenge(id);
      expect(verdict?.reason).toBe('The block that decides the draw did not come in time.');
      expect(endedAt).toBeLessThan(deadline + 5_000);
      const { transcript } = await stage.evidence(id);
      expect([transcript.seed, transcript.draw, transcript.tries]).toEqual([null, null, 1]);
      expect(await stage.check(await stage.evidence(id))).toEqual([]);
    });

    test('a reorganisation that takes its block away leaves the challenge open: nobody is paid or drawn again', async () => {
      await set(3, { stillOnChain: async ({ blockNumber }) => blockNumber !== 2 });
      const id = await stage.begin(prover);
      await answerAll();
      await stage.tick();
      const { state: ended, verdict } = await stage.challenge(id);
      expect([ended, verdict?.verified]).toEqual(['ERROR_ENDED_WITH_FAILURE', 'inconclusive']);
      expect(verdict?.reason).toBe('The block that decided the draw is no longer on the chain: it was replaced.');
      expect((await db.all('SELECT amount FROM ledger_transfer')).map((it) => it.amount)).toEqual([0, 0, 0]);
      expect([await rows('draw'), await rows('acceptance')]).toEqual([1, 1]);
      expect(await stage.check(await stage.evidence(id))).toEqual([]);
    });
  });

  test('a crash between acceptance and draw: another node draws the same, whoever has come and gone', async () => {
    let block: string | undefined;
    await set(6, { seedBlocks: { upcoming: async () => 2, confirmedHash: async () => block } });
    const id = await stage.begin(prover);
    const before = await acceptance(id);
    expect([before.blockHash, await rows('draw'), await rows('eligible_tree')]).toEqual(['', 0, 1]);
    await stage.open();
    await stage.arrive('prover', 'parallel', { key: prover.key });
    // Half have left, and others have come.
    for (const it of challengers.slice(0, 3)) await stage.arrive('challenger', 'parallel', { key: it.key });
    for (let i = 0; i < 6; i++) await stage.arrive('challenger');
    block = `0x${'66'.repeat(32)}`;
    await stage.pass(4_000);
    const after = await acceptance(id);
    expect(after).toEqual({ ...before, blockHash: block, seedValue: after.seedValue });
    const drawn = await readDraw(db, id);
    expect(drawn?.eligible.root).toBe(before.treeRoot);
    const old = new Set(challengers.map((it) => it.id));
    expect(drawn?.seats.every((it) => old.has(it.challenger.id))).toBe(true);
    // The chain says something else now: the seed stays what it was.
    block = `0x${'77'.repeat(32)}`;
    await stage.open();
    await stage.pass(60_000);
    expect([(await acceptance(id)).blockHash, await readDraw(db, id)]).toEqual([after.blockHash, drawn]);
    expect(await stage.check(await stage.evidence(id))).toEqual([]);
  });

  test('two nodes at once: each value is taken once, and each acceptance names the one before of its prover', async () => {
    await set(4);
    const other = await stage.arrive('prover');
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) ids.push(await stage.submit(i % 3 === 0 ? other : prover));
    const first = stage.rooms;
    await stage.open();
    for (const it of [prover, other]) await stage.arrive('prover', 'parallel', { key: it.key });
    for (const it of challengers) await stage.arrive('challenger', 'parallel', { key: it.key });
    for (let i = 0; i < 20; i++) {
      stage.now += 500;
      await Promise.all([first.coordinator.queue.tick(), stage.tick()]);
    }
    const accepted = await Promise.all(ids.map(acceptance));
    expect(accepted.map((it) => it.seedIndex).sort((a, b) => a - b)).toEqual(ids.map((_, i) => i + 1));
    for (const who of [prover, other]) {
      const own = accepted.filter((it) => it.proverId === who.id).sort((a, b) => a.seedIndex - b.seedIndex);
      const previous = own.map((it) => (parseEntry(it.entry) as { previous: number | null }).previous);
      expect(previous).toEqual([null, ...own.slice(0, -1).map((it) => it.logIndex)]);
      expect(own.map((it) => it.tries)).toEqual(own.map((_, i) => i + 1));
    }
  });

  describe('tries', () => {
    const at = 1_800_000_000_000;
    const trier = { proofType: 'pol', key: 'k', owner: 'o', network: 'n', firstSeen: 0, place: undefined };
    const count = (it: Partial<Parameters<typeof countTry>[1]>, when = at) =>
      db.write((tx) => countTry(tx, { ...trier, ...it }, when));

    beforeEach(async () => {
      db = await where.open();
    });

    test('are the most of the key, its owner and its network, in thirty days', async () => {
      expect(await count({})).toBe(1);
      expect(await count({})).toBe(2);
      expect(await count({ key: 'other', owner: 'other', network: 'other' })).toBe(1);
      expect(await count({ key: 'other', owner: 'other' })).toBe(3);
      expect(await count({ key: 'third', network: 'third' })).toBe(3);
      expect(await count({ proofType: 'pob' })).toBe(1);
      expect(await count({}, at + 40 * dayMs)).toBe(1);
    });

    test('count whoever asked, once the prover consents; what has ended keeps its count', async () => {
      await set(4);
      const ask = async (payer: string, consents = true) => {
        const id = await stage.begin(prover, 'parallel', { payer, consents });
        await answerAll();
        await stage.pass(1);
        return id;
      };
      const own = await ask(ethereumKey().publicKey);
      for (let i = 0; i < 3; i++) await ask(ethereumKey().publicKey);
      await ask(ethereumKey().publicKey, false);
      const later = await ask(ethereumKey().publicKey);
      const triesOf = async (id: string) => (await stage.evidence(id)).transcript.tries;
      expect([await triesOf(own), await triesOf(later)]).toEqual([1, 5]);
    });

    test('of young keys count together around their claims, and those of old ones do not', async () => {
      let serial = 0;
      const fresh = (latitude: number, longitude: number, ageDays = 1) => {
        const own = `${++serial}`;
        const it = { key: own, owner: own, network: own, firstSeen: at - ageDays * dayMs };
        return count({ ...it, place: { latitude, longitude } });
      };
      expect(await fresh(50.1, 8.7)).toBe(1);
      expect(await fresh(48.1, 11.6)).toBe(2);
      expect(await fresh(40.4, -3.7)).toBe(1);
      expect(await fresh(50.1, 8.7, 31)).toBe(1);
      expect(await fresh(50.1, 8.7)).toBe(3);
      expect([await fresh(-17, 179.9), await fresh(-17, -179.9)]).toEqual([1, 2]);
      expect([await fresh(89.9, 0), await fresh(89.9, 180)]).toEqual([1, 2]);
    });
  });

  test('whoever changes consent, acceptance, seed or tries in evidence is found out, also with the right hash', async () => {
    await set(3);
    const id = await stage.begin(prover);
    await answerAll();
    await stage.tick();
    const evidence = await stage.evidence(id);
    expect(await stage.check(evidence)).toEqual([]);
    const { transcript } = evidence;
    const [seed, accepted, consent] = [transcript.seed, transcript.acceptance, transcript.consent];
    const value = 'ab'.repeat(32);
    const changes: [Partial<Transcript>, string][] = [
      [{ consent: null }, 'without the consent'],
      [{ consent: { ...consent, signature: 'x' } as never }, 'not signed by the prover'],
      [{ consent: { ...consent, text: consent?.text.replace('"1"', '"2"') } as never }, 'about another challenge'],
      [{ service: { ...transcript.service, chain_id: 9 } }, 'about another service'],
      [{ acceptance: null }, 'without an acceptance'],
      [
        { acceptance: { ...accepted, entry: accepted?.entry.replace('"seed_index":1', '"seed_index":2') } as never },
        'another value',
      ],
      [{ acceptance: { ...accepted, entry: '{}' } as never }, 'cannot be read'],
      [{ seed: null }, 'what made the seed is not there'],
      [{ seed: { ...seed, block_hash: `0x${value}` } as never }, 'does not follow from its parts'],
      [{ seed: { ...seed, block_number: 9 } as never }, 'another block'],
      [{ seed: { ...seed, value } as never }, 'does not hash back'],
      [{ seed: { ...seed, index: 0, value: seed?.anchor } as never }, 'does not hash back'],
      [{ tries: 0 }, 'is not counted'],
    ];
    for (const [change, problem] of changes) {
      const forged = { ...evidence, transcript: { ...transcript, ...change } };
      const problems = await stage.check({ ...forged, transcript_hash: hashOf(forged.transcript) });
      expect(problems.join(' ')).toContain(problem);
    }
  });
});
