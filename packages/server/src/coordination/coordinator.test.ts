import { type Evidence, hashOf, type Verdict } from '@trigpoint/proofs';
import { serviceAway } from '@trigpoint/protocol';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deadlineOf, startWindowMs } from '../challenge/deadlines.ts';
import * as store from '../challenge/store.ts';
import type { Db } from '../db/driver.ts';
import { eachDriver } from '../db/testing.ts';
import { balance } from '../index.ts';
import { userAccount } from '../ledger/accounts.ts';
import { brokenInvariants } from '../ledger/invariants.ts';
import { post } from '../ledger/transfers.ts';
import { autonomousSystemsOf } from '../network/autonomous-systems.ts';
import { ethereumKey, solanaKey } from '../testing.ts';
import type { Case } from '../verdict/judge.ts';
import { readPayments } from '../verdict/payments.ts';
import { readDraw } from './draws.ts';
import { stragglerMs } from './readings.ts';
import { type Actor, Stage } from './testing-stage.ts';

const point = 1_000_000;
/** How long a parallel one waits for agents. */
const windowMs = 20_000;

const place = (latitude: number, longitude: number) => ({
  claims: { latitude: String(latitude), longitude: String(longitude), made_up: 'x' },
});

eachDriver('the coordinator', (where) => {
  let db: Db;
  let stage: Stage;
  let prover: Actor;
  let challengers: Actor[];

  const set = async (n: number, proofType = 'parallel', changes = {}) => {
    db = await where.open();
    stage = await new Stage(db, changes).open();
    prover = await stage.arrive('prover', proofType);
    challengers = await Promise.all(Array.from({ length: n }, () => stage.arrive('challenger', proofType)));
  };
  const asked = () => challengers.filter((it) => stage.task(it));
  const task = (it: Actor) => stage.task(it) ?? expect.fail(`${it.id} was not asked`);
  const answer = (who: readonly Actor[]) => Promise.all(who.map((it) => stage.read(it, task(it))));
  const earned = async (it: Actor) => Number(await balance(db, userAccount(it.keyType, it.publicKey)));

  describe('how a challenge ends', () => {
    beforeEach(() => set(4));

    test('ENDED_SUCCESSFULLY once every challenger has answered, at once, each paid once', async () => {
      const id = await stage.submit(prover);
      expect((await stage.challenge(id)).state).toBe('SUBMITTED_TO_CHALLENGE_COORDINATOR');
      await stage.tick();
      expect((await stage.challenge(id)).state).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
      expect(asked()).toHaveLength(3);
      expect(stage.task(prover)?.role).toBe('prover');
      expect(await stage.tick()).toBe(0);
      const answers = await answer(asked());
      expect(answers.map((it) => it.accepted)).toEqual([true, true, true]);
      expect(await stage.pass(1)).toBe(1);
      const challenge = await stage.challenge(id);
      expect([challenge.state, challenge.verdict?.verified, challenge.dueAt]).toEqual([
        'ENDED_SUCCESSFULLY',
        'true',
        null,
      ]);
      expect(await Promise.all(asked().map(earned))).toEqual([point, point, point]);
      expect((await readPayments(db, id)).map((it) => [it.amount, it.memo.includes('accepted')])).toEqual(
        Array(3).fill([point, true]),
      );
      expect(await stage.check(await stage.evidence(id))).toEqual([]);
      expect(await brokenInvariants(db)).toEqual([]);
      // Nothing happens to it again.
      expect(await stage.pass(100_000)).toBe(0);
    });

    test('ENDED_WITH_PARTIAL_SUCCESS: a straggler gets 7 s once enough have answered, then it is told to stop', async () => {
      const id = await stage.submit(prover);
      await stage.tick();
      const [a, b, late] = asked() as [Actor, Actor, Actor];
      await answer([a, b]);
      expect(await stage.pass(6_999)).toBe(0);
      expect(await stage.pass(2)).toBe(1);
      expect((await stage.challenge(id)).state).toBe('ENDED_WITH_PARTIAL_SUCCESS');
      expect((await stage.states(id)).sort()).toEqual(['expired', 'read', 'read']);
      const cancelled = stage.sent.filter(({ message }) => message.type === 'cancel').map(({ to }) => to.id);
      expect(cancelled.sort()).toEqual([late.id, prover.id].sort());
      expect((await stage.read(late, task(late))).code).toBe('late');
      expect(await earned(late)).toBe(0);
    });

    test('ENDED_SUCCESSFULLY as soon as those who answered have decided: nobody waits for the others, and they are paid', async () => {
      await set(4, 'hasty-parallel');
      const id = await stage.submit(prover, 'hasty-parallel');
      await stage.tick();
      const [a, b, third] = asked() as [Actor, Actor, Actor];
      await answer([a]);
      expect(await stage.tick()).toBe(0);
      expect((await stage.challenge(id)).leaseOwner).toBe('');
      const { dueAt } = await stage.challenge(id);
      await answer([b]);
      // Not due: whoever looks for what is due has nothing to do any more.
      expect(await stage.tick()).toBe(0);
      expect(dueAt).toBeGreaterThan(stage.now);
      const ended = await stage.challenge(id);
      expect([ended.state, ended.verdict?.verified, ended.endedAt]).toEqual(['ENDED_SUCCESSFULLY', 'true', stage.now]);
      expect((await stage.states(id)).sort()).toEqual(['cancelled', 'read', 'read']);
      const cancelled = stage.sent.filter(({ message }) => message.type === 'cancel').map(({ to }) => to.id);
      expect(cancelled.sort()).toEqual([third.id, prover.id].sort());
      expect(await Promise.all([a, b, third].map(earned))).toEqual([point, point, point]);
      // Silence is paid, and is no merit.
      const scores = await db.all('SELECT challenges, successes FROM agent WHERE id = ?', [third.id]);
      expect(scores).toEqual([{ challenges: 0, successes: 0 }]);
      const memos = (await readPayments(db, id)).map(({ memo }) => memo);
      expect(memos.filter((it) => it.endsWith('the others had decided before it could answer'))).toHaveLength(1);
      const evidence = await stage.evidence(id);
      expect(await stage.check(evidence)).toEqual([]);
      expect(await brokenInvariants(db)).toEqual([]);
      // Who takes a reading away, and says that nobody needed to wait for it, is found out.
      const forged = structuredClone(evidence) as { -readonly [K in keyof Evidence]: Evidence[K] };
      const seats = forged.transcript.draw?.seats ?? [];
      const taken = seats.find((it) => it.state === 'read') as object;
      Object.assign(taken, { state: 'cancelled', message: null, signature: null });
      const left = { verified: 'true', reason: '1 of 1', result: { ones: '1', tries: '1' }, detail: { ones: 1 } };
      Object.assign(forged.transcript, { verdict: { ...evidence.transcript.verdict, ...left } });
      forged.transcript_hash = hashOf(forged.transcript);
      expect((await stage.check(forged)).join()).toContain('were not waited for');
    });

    test('a reading that decides nothing leaves a challenge as it was, whoever else holds it', async () => {
      await set(4, 'hasty-parallel');
      const id = await stage.submit(prover, 'hasty-parallel');
      await stage.tick();
      const [a, b, c] = asked() as [Actor, Actor, Actor];
      await db.run(`UPDATE challenge SET lease_owner = 'another:1', lease_until = ? WHERE id = ?`, [
        stage.now + 100,
        id,
      ]);
      await answer([a, b]);
      await stage.tick();
      expect((await stage.challenge(id)).state).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
      expect((await stage.challenge(id)).leaseOwner).toBe('another:1');
      await stage.pass(101);
      await answer([c]);
      await stage.pass(1);
      expect((await stage.challenge(id)).state).toBe('ENDED_SUCCESSFULLY');
      expect(await stage.states(id)).toEqual(['read', 'read', 'read']);
    });

    test('rounds end with the one that decides', async () => {
      await set(4, 'hasty-sequential');
      const id = await stage.submit(prover, 'hasty-sequential');
      await stage.tick();
      const seen = new Set<string>();
      for (let round = 0; round < 2; round++) {
        const driven = challengers.find((it) => stage.task(it) && !seen.has(it.id)) as Actor;
        seen.add(driven.id);
        await answer([driven]);
        await stage.pass(1);
      }
      const ended = await stage.challenge(id);
      expect([ended.state, ended.verdict?.verified]).toEqual(['ENDED_SUCCESSFULLY', 'true']);
      expect((await stage.states(id)).sort()).toEqual(['cancelled', 'read', 'read']);
      expect(asked()).toHaveLength(2);
      expect(await stage.check(await stage.evidence(id))).toEqual([]);
    });

    test('a location that too many discs miss is refuted at once', async () => {
      db = await where.open();
      stage = await new Stage(db).open();
      prover = await stage.arrive('prover', 'pol');
      const around = Array.from({ length: 9 }, (_, i) => place(48 + i, 10 + 3 * i));
      challengers = await Promise.all(around.map((it) => stage.arrive('challenger', 'pol', it)));
      const id = await stage.submit(prover, 'pol', { challengers: 4, tolerance: 1, latitude: -34, longitude: 151 });
      await stage.tick();
      const seats = (await readDraw(db, id))?.seats ?? [];
      // Four of nine are more than may lie.
      for (const [i, { challenger }] of seats.slice(0, 4).entries()) {
        const it = challengers.find(({ id }) => id === challenger.id) as Actor;
        expect((await stage.challenge(id)).state).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
        await stage.read(it, task(it), { series: await stage.polSeries(prover, task(it), 9_000 + i) });
        await stage.tick();
      }
      const { state, verdict } = await stage.challenge(id);
      expect([state, verdict?.verified]).toEqual(['ENDED_SUCCESSFULLY', 'false']);
      expect((await stage.states(id)).filter((it) => it === 'cancelled')).toHaveLength(5);
      expect(await stage.check(await stage.evidence(id))).toEqual([]);
    });

    test('ERROR_ENDED_WITH_FAILURE when too few answer: nobody is drawn again, and what was read is paid all the same', async () => {
      const id = await stage.submit(prover);
      await stage.tick();
      const [first] = asked() as [Actor];
      await answer([first]);
      stage.sent.length = 0;
      expect(await stage.pass(12_000)).toBe(1);
      const ended = await stage.challenge(id);
      expect([ended.state, ended.attempt]).toEqual(['ERROR_ENDED_WITH_FAILURE', 1]);
      expect(asked()).toEqual([]);
      expect(await earned(first)).toBe(point);
      const evidence = await stage.evidence(id);
      const states = evidence.transcript.draw?.seats.map(({ state }) => state).sort();
      expect(states).toEqual(['expired', 'expired', 'read']);
      expect(await stage.check(evidence)).toEqual([]);
    });

    test('a measurement that passed while no node was there is void, and no fault of those who were asked', async () => {
      const away = await stage.submit(prover);
      await stage.tick();
      const [first] = asked() as [Actor];
      // A restart that takes longer than the measurement.
      await stage.pass(40_000);
      const stopped = await stage.challenge(away);
      expect([stopped.state, stopped.verdict?.reason]).toEqual(['ERROR_ENDED_WITH_FAILURE', serviceAway]);
      const counted = await stage.agents.find('parallel', 'challenger', first.id);
      expect(counted?.challenges).toBe(0);
      const evidence = await stage.evidence(away);
      expect(evidence.transcript.void).toBe(serviceAway);
      expect(await stage.check(evidence)).toEqual([]);

      // The service was there all the time, and nobody could measure: that is a verdict, and counts.
      const silent = await stage.submit(prover);
      await stage.tick();
      for (let i = 0; i < 40; i++) await stage.pass(1_000);
      const ended = await stage.challenge(silent);
      expect(ended.verdict?.reason).not.toBe(serviceAway);
      expect((await stage.evidence(silent)).transcript.void).toBeNull();
    });

    test('challengers at capacity are waited for, and the draw stays as it was, also for another node', async () => {
      await set(3);
      const other = await stage.arrive('prover');
      const [slow] = challengers as [Actor];
      await stage.arrive('challenger', 'parallel', { key: slow.key, capacity: 1 });
      const first = await stage.submit(prover);
      await stage.tick();
      const tasks = challengers.map((it) => task(it));
      const second = await stage.submit(other);
      await stage.pass(300);
      expect((await stage.challenge(second)).state).toBe('SUBMITTED_TO_CHALLENGE_COORDINATOR');
      const kept = await readDraw(db, second);
      expect(kept?.seats).toHaveLength(3);
      for (let i = 0; i < 5; i++) await stage.arrive('challenger');
      await stage.open();
      await Promise.all(challengers.map((it) => stage.arrive('challenger', 'parallel', { key: it.key })));
      await stage.arrive('prover', 'parallel', { key: other.key });
      await Promise.all(challengers.map((it, i) => stage.read(it, tasks[i] as never)));
      for (let i = 0; i < 10; i++) await stage.pass(1_000);
      expect((await stage.challenge(first)).state).toBe('ENDED_SUCCESSFULLY');
      expect((await stage.challenge(second)).state).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
      expect(await readDraw(db, second)).toEqual(kept);
      await answer(challengers);
      await stage.pass(1);
      expect((await stage.challenge(second)).state).toBe('ENDED_SUCCESSFULLY');
      expect(await stage.check(await stage.evidence(second))).toEqual([]);
    });

    test('ERROR_ENDED_WITH_FAILURE when a prover that consented leaves; one that is back within the window is taken', async () => {
      const id = await stage.submit(prover);
      await stage.agents.leave(prover);
      for (let i = 0; i < windowMs / 500; i++) expect(await stage.pass(500)).toBe(1);
      const { state, verdict } = await stage.challenge(id);
      expect([state, verdict?.verified]).toEqual(['ERROR_ENDED_WITH_FAILURE', 'inconclusive']);
      expect(verdict?.reason).toContain('prover');
      expect(await stage.check(await stage.evidence(id))).toEqual([]);

      const back = await stage.arrive('prover', 'parallel', { key: prover.key });
      const again = await stage.submit(back);
      await stage.agents.leave(back);
      await stage.tick();
      expect((await stage.challenge(again)).state).toBe('SUBMITTED_TO_CHALLENGE_COORDINATOR');
      await stage.arrive('prover', 'parallel', { key: prover.key });
      await stage.pass(500);
      expect((await stage.challenge(again)).state).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
    });

    test('ERROR_NOT_ENOUGH_CHALLENGERS when the window closes, and not a moment before', async () => {
      const id = await stage.submit(prover, 'parallel', { challengers: 5, tolerance: 0 });
      for (let i = 0; i < windowMs / 500 - 1; i++) await stage.pass(500);
      expect((await stage.challenge(id)).state).toBe('SUBMITTED_TO_CHALLENGE_COORDINATOR');
      await stage.pass(500);
      const { state, verdict } = await stage.challenge(id);
      expect([state, verdict?.verified]).toEqual(['ERROR_NOT_ENOUGH_CHALLENGERS', 'inconclusive']);
      expect(await stage.check(await stage.evidence(id))).toEqual([]);
    });

    test("a challenger's own fault is no reading: it is not paid and does not count", async () => {
      const id = await stage.submit(prover, 'parallel', { tolerance: 1 });
      await stage.tick();
      const [a, b, faulty] = asked() as [Actor, Actor, Actor];
      await answer([a]);
      await stage.read(faulty, task(faulty), { failure: { failure: 'own_fault', detail: 'no sockets' } });
      expect(await stage.pass(stragglerMs + 1)).toBe(0);
      await answer([b]);
      await stage.tick();
      expect((await stage.challenge(id)).state).toBe('ENDED_WITH_PARTIAL_SUCCESS');
      expect(await earned(faulty)).toBe(0);
      expect(await stage.check(await stage.evidence(id))).toEqual([]);
    });

    test('a measurement that failed through no fault of the challenger is a reading', async () => {
      const id = await stage.submit(prover);
      await stage.tick();
      for (const it of asked())
        await stage.read(it, task(it), { failure: { failure: 'unreachable', detail: 'no answer' } });
      await stage.tick();
      expect((await stage.challenge(id)).state).toBe('ENDED_SUCCESSFULLY');
      expect(await Promise.all(asked().map(earned))).toEqual([point, point, point]);
    });

    test('whoever declines is not waited for', async () => {
      const id = await stage.submit(prover);
      await stage.tick();
      const [a, b, busy] = asked() as [Actor, Actor, Actor];
      await answer([a, b]);
      const { task: it } = task(busy);
      const where = { challenge_id: it.challenge_id, attempt: it.attempt, reason: 'full' };
      await stage.rooms.inbox.receive(a, { type: 'declined', ...where, challenger: busy.id });
      expect(await stage.tick()).toBe(0);
      await stage.rooms.inbox.receive(busy, { type: 'declined', ...where, challenger: busy.id });
      expect(await stage.tick()).toBe(1);
      expect((await stage.challenge(id)).state).toBe('ENDED_WITH_PARTIAL_SUCCESS');
    });
  });

  describe('challengers one after another', () => {
    beforeEach(() => set(3, 'sequential'));

    test('each is asked when the one before has answered or run out of time', async () => {
      const id = await stage.submit(prover, 'sequential');
      await stage.tick();
      expect(await stage.states(id)).toEqual(['asked', 'waiting', 'waiting']);
      const seats = (await readDraw(db, id))?.seats.map(({ challenger }) => challenger.id) ?? [];
      const order = seats.map((it) => challengers.find((one) => one.id === it)) as [Actor, Actor, Actor];
      expect(asked()).toEqual([order[0]]);
      await answer([order[0]]);
      await stage.tick();
      expect(await stage.states(id)).toEqual(['read', 'asked', 'waiting']);
      await stage.pass(12_000);
      expect(await stage.states(id)).toEqual(['read', 'expired', 'asked']);
      expect((await stage.read(order[1], task(order[1]))).code).toBe('late');
      await answer([order[2]]);
      await stage.tick();
      expect((await stage.challenge(id)).state).toBe('ENDED_WITH_PARTIAL_SUCCESS');
      expect(await stage.check(await stage.evidence(id))).toEqual([]);
    });

    test('rounds never run past the deadline, however slow each is', async () => {
      const id = await stage.submit(prover, 'sequential', { tolerance: 0 });
      const { deadline } = await stage.challenge(id);
      for (let i = 0; i < 400 && (await stage.challenge(id)).dueAt !== null; i++) await stage.pass(997);
      const { endedAt } = await stage.challenge(id);
      expect(endedAt).toBeLessThan(deadline + 5_000);
    });

    test('agents take assignment in one challenge at a time, also when two begin at once; the second waits its turn', async () => {
      const other = await stage.arrive('prover', 'sequential');
      const ids = [await stage.submit(prover, 'sequential'), await stage.submit(other, 'sequential')];
      await stage.tick();
      const states = async () => (await Promise.all(ids.map((id) => stage.challenge(id)))).map((it) => it.state);
      expect((await states()).sort()).toEqual([
        'ACCEPTED_BY_CHALLENGE_COORDINATOR',
        'SUBMITTED_TO_CHALLENGE_COORDINATOR',
      ]);
      for (let i = 0; i < 100; i++) await stage.pass(1_000);
      expect((await states()).filter((it) => it.startsWith('SUBMITTED'))).toEqual([]);
      const reasons = (await Promise.all(ids.map((id) => stage.challenge(id)))).map((it) => it.verdict?.reason);
      expect(reasons.join()).not.toContain('busy');
    });

    test('a prover is measured for one challenge at a time', async () => {
      for (let i = 0; i < 3; i++) await stage.arrive('challenger', 'sequential');
      const ids = [await stage.submit(prover, 'sequential'), await stage.submit(prover, 'sequential')];
      await stage.tick();
      const states = (await Promise.all(ids.map((id) => stage.challenge(id)))).map((it) => it.state);
      expect(states.filter((it) => it.startsWith('ACCEPTED'))).toHaveLength(1);
    });
  });

  describe('two at once', () => {
    beforeEach(() => set(3));

    test('a challenge is taken by one, and let go when its lease ends', async () => {
      await stage.submit(prover);
      const claim = (owner: string, at: number) =>
        db.write((tx) => store.claimDue(tx, db.skipLocked, owner, at, at + 3_000, 10));
      expect(await claim('a:1', stage.now)).toHaveLength(1);
      expect(await claim('b:1', stage.now + 2_999)).toHaveLength(0);
      expect(await claim('b:2', stage.now + 3_000)).toHaveLength(1);
    });

    test('whoever lost its lease neither begins, ends nor postpones, and nobody is paid twice', async () => {
      let judging: (() => Promise<void>) | undefined;
      await set(3, 'parallel', {
        stillOnChain: async () => {
          await judging?.();
          return true;
        },
      });
      const id = await stage.submit(prover);
      await stage.tick();
      await answer(asked());
      // While the first is at its verdict its lease ends, and another node takes over and ends it.
      judging = async () => {
        judging = undefined;
        stage.now += 3_001;
        await stage.open();
        await stage.tick();
        expect((await stage.challenge(id)).state).toBe('ENDED_SUCCESSFULLY');
      };
      await stage.tick();
      expect(await Promise.all(asked().map(earned))).toEqual([point, point, point]);
      expect(await db.all('SELECT * FROM challenge_event WHERE kind = ?', ['ended'])).toHaveLength(1);
      expect(await brokenInvariants(db)).toEqual([]);
    });

    test('a lease that is renewed is kept by its node alone', async () => {
      const id = await stage.submit(prover);
      const at = stage.now;
      const [claimed] = await db.write((tx) => store.claimDue(tx, db.skipLocked, 'a:1', at, at + 3_000, 10));
      await db.write((tx) => store.renewLeases(tx, db.skipLocked, 'b', [id], at + 9_000));
      expect((await stage.challenge(id)).leaseUntil).toBe(at + 3_000);
      await db.write((tx) => store.renewLeases(tx, db.skipLocked, 'a', [id, id, id], at + 6_000));
      expect((await stage.challenge(id)).leaseUntil).toBe(at + 6_000);
      expect(claimed?.leaseOwner).toBe('a:1');
    });

    test('a process that dies between the rows and the tasks: agents that come back are given their tasks', async () => {
      const id = await stage.submit(prover);
      await stage.tick();
      stage.sent.length = 0;
      await stage.open();
      const [one] = challengers as [Actor];
      const back = await stage.arrive('challenger', 'parallel', { key: one.key });
      const [resumed] = await stage.rooms.inbox.openTasks(back);
      expect(resumed?.task.challenge_id).toBe(id);
      expect(resumed?.task.budget_ms).toBe(12_000);
      const proverBack = await stage.arrive('prover', 'parallel', { key: prover.key });
      const tasks = await stage.rooms.inbox.openTasks(proverBack);
      expect(tasks.map((it) => it.task.challenger.id).sort()).toEqual(challengers.map((it) => it.id).sort());
      expect((await stage.read(back, resumed as never)).accepted).toBe(true);
      expect(await stage.rooms.inbox.openTasks(back)).toEqual([]);
      stage.now += 12_000;
      expect(await stage.rooms.inbox.openTasks(proverBack)).toEqual([]);
    });

    test('a reading that comes while the verdict is reached counts', async () => {
      let judging: (() => Promise<unknown>) | undefined;
      const judge = async ({ transcript }: Case): Promise<Verdict> => {
        const read = transcript.draw?.seats.filter(({ state }) => state === 'read').length;
        await judging?.();
        return { verified: 'true', reason: `${read}`, result: {}, detail: null };
      };
      await set(3, 'parallel', { judge: { judge } });
      const id = await stage.submit(prover);
      await stage.tick();
      const [a, b, straggler] = asked() as [Actor, Actor, Actor];
      await answer([a, b]);
      judging = async () => {
        judging = undefined;
        expect((await stage.read(straggler, task(straggler))).accepted).toBe(true);
      };
      await stage.pass(stragglerMs + 1);
      const { state, verdict } = await stage.challenge(id);
      expect([state, verdict?.reason]).toEqual(['ENDED_SUCCESSFULLY', '3']);
      expect(await earned(straggler)).toBe(point);
    });
  });

  describe('the chain', () => {
    test('a request whose block was replaced is void: nobody is paid, and each is told why', async () => {
      await set(3, 'parallel', { stillOnChain: async () => false });
      const id = await stage.submit(prover);
      await stage.tick();
      await answer(asked());
      await stage.tick();
      const { state, verdict } = await stage.challenge(id);
      expect([state, verdict?.verified]).toEqual(['ERROR_ENDED_WITH_FAILURE', 'inconclusive']);
      expect(verdict?.reason).toContain('no longer on the chain');
      const entries = await db.all('SELECT amount, memo FROM ledger_transfer');
      expect(entries.map((it) => it.amount)).toEqual([0, 0, 0]);
      expect(entries[0]?.memo).toContain('no longer on the chain');
      expect(await stage.check(await stage.evidence(id))).toEqual([]);
    });

    test('while it does not answer the end waits, but not beyond the deadline', async () => {
      await set(3, 'parallel', { stillOnChain: () => Promise.reject(new Error('away')) });
      const id = await stage.submit(prover);
      await stage.tick();
      await answer(asked());
      await stage.tick();
      const { state, deadline } = await stage.challenge(id);
      expect(state).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
      while (stage.now < deadline) await stage.pass(1_000);
      await stage.pass(1_000);
      expect((await stage.challenge(id)).state).toBe('ERROR_ENDED_WITH_FAILURE');
    });

    test('one that says nothing at all holds a challenge no longer than its last seconds', async () => {
      const stillOnChain = () => {
        setImmediate(() => {
          stage.now += 3_000;
        });
        return new Promise(() => {});
      };
      await set(3, 'parallel', { stillOnChain });
      const id = await stage.submit(prover);
      await stage.tick();
      await answer(asked());
      stage.now = (await stage.challenge(id)).deadline;
      await stage.tick();
      expect((await stage.challenge(id)).state).toBe('ERROR_ENDED_WITH_FAILURE');
    });
  });

  describe('lookouts', () => {
    test('are drawn besides, paid like others, and needed for no quorum; evidence says who is one', async () => {
      db = await where.open();
      stage = await new Stage(db).open();
      prover = await stage.arrive('prover', 'patient-pol');
      const around = Array.from({ length: 9 }, (_, i) => place(48 + i, 10 + 3 * i));
      challengers = await Promise.all(around.map((it) => stage.arrive('challenger', 'patient-pol', it)));
      const id = await stage.submit(prover, 'patient-pol', {
        challengers: 4,
        tolerance: 1,
        latitude: 48,
        longitude: 10,
      });
      await stage.tick();
      expect(asked()).toHaveLength(9);
      const seats = (await readDraw(db, id))?.seats ?? [];
      expect(seats.map((it) => it.lookout)).toEqual([...Array(4).fill(false), ...Array(5).fill(true)]);
      expect(Object.keys(seats[0]?.challenger.claims ?? {})).toEqual(['latitude', 'longitude']);
      const seated = seats.map(({ challenger }) => challengers.find((it) => it.id === challenger.id) as Actor);
      const read = async (who: readonly Actor[]) => {
        for (const it of who)
          await stage.read(it, task(it), { series: await stage.polSeries(prover, task(it), 9_000) });
      };
      // Five lookouts and two near seats are no quorum of three near seats.
      await read([...seated.slice(0, 2), ...seated.slice(4)]);
      expect(await stage.pass(stragglerMs + 1)).toBe(0);
      await read([seated[2] as Actor]);
      expect(await stage.pass(stragglerMs + 1)).toBe(1);
      const { state, verdict } = await stage.challenge(id);
      expect(state).toBe('ENDED_WITH_PARTIAL_SUCCESS');
      expect(verdict?.result).toMatchObject({ lookouts_asked: '5', withstands: '1', tries: '1' });
      expect(await Promise.all(seated.map(earned))).toEqual(seated.map((_, i) => (i === 3 ? 0 : point)));
      const evidence = await stage.evidence(id);
      expect(await stage.check(evidence)).toEqual([]);
      // What a seat is judged by is bound by its leaf, also when the transcript is hashed again.
      const forged = structuredClone(evidence) as { -readonly [K in keyof Evidence]: Evidence[K] };
      Object.assign(forged.transcript.draw?.seats[0]?.challenger.claims as object, { latitude: '47' });
      forged.transcript_hash = hashOf(forged.transcript);
      expect((await stage.check(forged)).join()).toContain('not described as it stands in the eligible tree');
    });

    test('who is one of the prover by key or network gets no seat; whom a prover calls its owner does', async () => {
      await set(3);
      const [famous] = challengers as [Actor];
      const liar = await stage.arrive('prover', 'parallel', { wallet: famous.publicKey });
      const id = await stage.submit(liar);
      await stage.tick();
      expect((await stage.challenge(id)).state).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
      expect(asked()).toContain(famous);
      const self = await stage.arrive('challenger', 'parallel', { key: prover.key });
      const own = await stage.submit(prover, 'parallel', { challengers: 4, tolerance: 0 });
      await stage.pass(1_001);
      expect((await stage.challenge(own)).state).toBe('SUBMITTED_TO_CHALLENGE_COORDINATOR');
      expect(stage.task(self)).toBeUndefined();
    });
  });

  describe('an owner that signed', () => {
    const owner = solanaKey();

    test('has no seat in a challenge of its own prover', async () => {
      await set(3);
      const tied = await stage.arrive('challenger', 'parallel', { owner });
      const id = await stage.submit(await stage.arrive('prover', 'parallel', { owner }));
      await stage.pass(1_001);
      expect((await stage.challenge(id)).state).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
      expect(asked()).toHaveLength(3);
      expect(stage.task(tied)).toBeUndefined();
    });

    test('has one seat, however many agents', async () => {
      await set(2);
      const tied = [];
      for (let i = 0; i < 4; i++) tied.push(await stage.arrive('challenger', 'parallel', { owner }));
      const id = await stage.submit(prover);
      await stage.pass(1_001);
      expect((await stage.challenge(id)).state).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
      expect(tied.filter((it) => stage.task(it))).toHaveLength(1);
    });
  });

  describe('autonomous systems', () => {
    const lines = [
      '198.18.0.0,198.18.255.255,64500',
      ...[0, 1, 2].map((i) => `198.19.${i}.0,198.19.${i}.255,6450${i + 1}`),
    ];
    const table = { sha256: 'ef'.repeat(32), datedAt: 1_700_000_000_000 };
    const systems = { ...autonomousSystemsOf(lines), table };
    const arrive = async (...addresses: string[]) => {
      for (const address of addresses) challengers.push(await stage.arrive('challenger', 'parallel', { address }));
    };

    test('one has a quarter of the seats and at least one; the table stands in the evidence, which repeats', async () => {
      await set(0, 'parallel', { systems: () => systems });
      await arrive('198.18.0.1', '198.18.1.1', '198.18.2.1', '198.18.3.1', '198.19.0.1', '198.19.1.1', '198.19.2.1');
      const id = await stage.submit(prover, 'parallel', { challengers: 4, tolerance: 0 });
      await stage.tick();
      expect(asked()).toHaveLength(4);
      const draw = await readDraw(db, id);
      expect(draw).toMatchObject({
        knows_systems: true,
        systems_table: { sha256: table.sha256, dated: '2023-11-14T22:13:20.000Z' },
      });
      expect(asked().filter((it) => challengers.indexOf(it) < 4)).toHaveLength(1);
      await answer(asked());
      await stage.pass(1);
      expect(await stage.check(await stage.evidence(id))).toEqual([]);
    });

    test('addresses that the table does not know count as one system', async () => {
      await set(0, 'parallel', { systems: () => systems });
      await arrive('192.0.2.1', '203.0.113.1', '192.0.2.2', '198.19.0.1', '198.19.1.1');
      await stage.submit(prover, 'parallel', { challengers: 4, tolerance: 0 });
      await stage.tick();
      expect(asked()).toEqual([]);
      await arrive('198.19.2.1');
      await stage.pass(1_001);
      expect(asked().filter((it) => challengers.indexOf(it) < 3)).toHaveLength(1);
    });
  });

  describe('fees', () => {
    const payer = ethereumKey().publicKey.toLowerCase();
    const fund = (amount: number) =>
      db.write((tx) =>
        post(tx, [{ reason: 'g', unit: 'POINTS', from: 'network', to: 'request:1', amount, memo: '', at: 0 }]),
      );
    const of = async () => Number(await balance(db, userAccount('ethereum', payer)));

    test('what was set aside goes to those whose readings count, and the rest back', async () => {
      await set(4);
      await fund(15);
      const id = await stage.submit(prover, 'parallel', { fee: 5, payer });
      await stage.tick();
      const [a, b, silent] = asked() as [Actor, Actor, Actor];
      await answer([a, b]);
      await stage.pass(stragglerMs + 1);
      expect((await stage.challenge(id)).state).toBe('ENDED_WITH_PARTIAL_SUCCESS');
      expect(await Promise.all([a, b, silent].map(earned))).toEqual([point + 5, point + 5, 0]);
      expect([await of(), await balance(db, `request:${id}`)]).toEqual([5, 0n]);
      expect(await brokenInvariants(db)).toEqual([]);
    });

    test('all of it goes back when the challenge fails', async () => {
      await set(2);
      await fund(15);
      const id = await stage.submit(prover, 'parallel', { fee: 5, payer });
      for (let i = 0; i <= windowMs / 500; i++) await stage.pass(500);
      expect((await stage.challenge(id)).state).toBe('ERROR_NOT_ENOUGH_CHALLENGERS');
      expect([await of(), await balance(db, `request:${id}`)]).toEqual([15, 0n]);
    });
  });

  test('a machine that is slow by a real clock is not late by the service’s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const settled = async (number: number) => {
      await vi.advanceTimersByTimeAsync(30_000);
      return `0x${String(number).padStart(64, '0')}`;
    };
    try {
      await set(3, 'parallel', { seedBlocks: { upcoming: async () => 2, settled } });
      const id = await stage.submit(prover);
      await stage.tick();
      expect((await stage.challenge(id)).state).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
    } finally {
      vi.useRealTimers();
    }
  });

  test('the deadline leaves time for a whole measurement after the longest wait', () => {
    const stageOf = new Stage(undefined as never);
    for (const id of ['parallel', 'sequential']) {
      const type = stageOf.proofType(id);
      const ask = { challengers: 7, tolerance: 1 } as never;
      expect(deadlineOf(type, ask, 0)).toBeGreaterThanOrEqual(startWindowMs(type, ask) + type.attemptMs(ask));
      expect(startWindowMs(type, ask)).toBeGreaterThanOrEqual(windowMs);
    }
  });
});
