import type { Verdict } from '@trigpoint/proofs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deadlineOf, startWindowMs } from '../challenge/deadlines.ts';
import * as store from '../challenge/store.ts';
import { eachDriver } from '../db/testing.ts';
import { userAccount } from '../ledger/accounts.ts';
import { brokenInvariants } from '../ledger/invariants.ts';
import { balance, post } from '../ledger/transfers.ts';
import { ethereumKey } from '../testing.ts';
import type { Case } from '../verdict/judge.ts';
import { readDraw } from './draws.ts';
import { stragglerMs } from './reading-intake.ts';
import { type Actor, type Cast, openCast, Stage } from './testing-stage.ts';

const point = 1_000_000;
/** How long a parallel one waits for agents. */
const windowMs = 20_000;

eachDriver('the coordinator', (where) => {
  let { db, stage, prover, challengers } = {} as Cast;
  const set = async (who: Parameters<typeof openCast>[1], proofType = 'parallel', changes = {}) => {
    ({ db, stage, prover, challengers } = await openCast(await where.open(), who, proofType, changes));
  };
  const asked = () => stage.asked(challengers);

  describe('challengers one after another', () => {
    beforeEach(() => set(3, 'sequential'));

    test('each is asked when the one before has answered or run out of time', async () => {
      const id = await stage.begin(prover, 'sequential');
      expect(await stage.states(id)).toEqual(['asked', 'waiting', 'waiting']);
      const seats = (await readDraw(db, id))?.seats.map(({ challenger }) => challenger.id) ?? [];
      const order = seats.map((it) => challengers.find((one) => one.id === it)) as [Actor, Actor, Actor];
      expect(asked()).toEqual([order[0]]);
      await stage.answer([order[0]]);
      await stage.tick();
      expect(await stage.states(id)).toEqual(['read', 'asked', 'waiting']);
      await stage.pass(12_000);
      expect(await stage.states(id)).toEqual(['read', 'expired', 'asked']);
      expect((await stage.read(order[1], stage.given(order[1]))).code).toBe('late');
      await stage.answer([order[2]]);
      await stage.tick();
      expect(await stage.state(id)).toBe('ENDED_WITH_PARTIAL_SUCCESS');
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
        db.write((tx) => store.leaseDue(tx, db.skipLocked, owner, at, at + 3_000, 10));
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
      const id = await stage.begin(prover);
      await stage.answer(asked());
      // While the first is at its verdict its lease ends, and another node takes over and ends it.
      judging = async () => {
        judging = undefined;
        stage.now += 3_001;
        await stage.open();
        await stage.tick();
        expect(await stage.state(id)).toBe('ENDED_SUCCESSFULLY');
      };
      await stage.tick();
      expect(await Promise.all(asked().map(stage.earned))).toEqual([point, point, point]);
      expect(await db.all('SELECT * FROM challenge_event WHERE kind = ?', ['ended'])).toHaveLength(1);
      expect(await brokenInvariants(db)).toEqual([]);
    });

    test('a lease that is renewed is kept by its node alone', async () => {
      const id = await stage.submit(prover);
      const at = stage.now;
      const [claimed] = await db.write((tx) => store.leaseDue(tx, db.skipLocked, 'a:1', at, at + 3_000, 10));
      await db.write((tx) => store.renewLeases(tx, db.skipLocked, 'b', [id], at + 9_000));
      expect((await stage.challenge(id)).leaseUntil).toBe(at + 3_000);
      await db.write((tx) => store.renewLeases(tx, db.skipLocked, 'a', [id, id, id], at + 6_000));
      expect((await stage.challenge(id)).leaseUntil).toBe(at + 6_000);
      expect(claimed?.leaseOwner).toBe('a:1');
    });

    test('a process that dies between the rows and the tasks: agents that come back are given their tasks', async () => {
      const id = await stage.begin(prover);
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
      const id = await stage.begin(prover);
      const [a, b, straggler] = asked() as [Actor, Actor, Actor];
      await stage.answer([a, b]);
      judging = async () => {
        judging = undefined;
        expect((await stage.read(straggler, stage.given(straggler))).accepted).toBe(true);
      };
      await stage.pass(stragglerMs + 1);
      const { state, verdict } = await stage.challenge(id);
      expect([state, verdict?.reason]).toEqual(['ENDED_SUCCESSFULLY', '3']);
      expect(await stage.earned(straggler)).toBe(point);
    });
  });

  describe('the chain', () => {
    test('a request whose block was replaced is void: nobody is paid, and each is told why', async () => {
      await set(3, 'parallel', { stillOnChain: async () => false });
      const id = await stage.begin(prover);
      await stage.answer(asked());
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
      const id = await stage.begin(prover);
      await stage.answer(asked());
      await stage.tick();
      const { state, deadline } = await stage.challenge(id);
      expect(state).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
      while (stage.now < deadline) await stage.pass(1_000);
      await stage.pass(1_000);
      expect(await stage.state(id)).toBe('ERROR_ENDED_WITH_FAILURE');
    });

    test('one that says nothing at all holds a challenge no longer than its last seconds', async () => {
      const stillOnChain = () => {
        setImmediate(() => {
          stage.now += 3_000;
        });
        return new Promise(() => {});
      };
      await set(3, 'parallel', { stillOnChain });
      const id = await stage.begin(prover);
      await stage.answer(asked());
      stage.now = (await stage.challenge(id)).deadline;
      await stage.tick();
      expect(await stage.state(id)).toBe('ERROR_ENDED_WITH_FAILURE');
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
      const id = await stage.begin(prover, 'parallel', { fee: 5, payer });
      const [a, b, silent] = asked() as [Actor, Actor, Actor];
      await stage.answer([a, b]);
      await stage.pass(stragglerMs + 1);
      expect(await stage.state(id)).toBe('ENDED_WITH_PARTIAL_SUCCESS');
      expect(await Promise.all([a, b, silent].map(stage.earned))).toEqual([point + 5, point + 5, 0]);
      expect([await of(), await balance(db, `request:${id}`)]).toEqual([5, 0n]);
      expect(await brokenInvariants(db)).toEqual([]);
    });

    test('all of it goes back when the challenge fails', async () => {
      await set(2);
      await fund(15);
      const id = await stage.submit(prover, 'parallel', { fee: 5, payer });
      for (let i = 0; i <= windowMs / 500; i++) await stage.pass(500);
      expect(await stage.state(id)).toBe('ERROR_NOT_ENOUGH_CHALLENGERS');
      expect([await of(), await balance(db, `request:${id}`)]).toEqual([15, 0n]);
    });
  });

  test('a machine that is slow by a real clock is not late by the service’s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const confirmedHash = async (number: number) => {
      await vi.advanceTimersByTimeAsync(30_000);
      return `0x${String(number).padStart(64, '0')}`;
    };
    try {
      await set(3, 'parallel', { seedBlocks: { upcoming: async () => 2, confirmedHash } });
      const id = await stage.begin(prover);
      expect(await stage.state(id)).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
    } finally {
      vi.useRealTimers();
    }
  });

  test('the deadline leaves time for a whole measurement after the longest wait', () => {
    const stageOf = new Stage(undefined as never);
    for (const id of ['parallel', 'sequential']) {
      const type = stageOf.proofType(id);
      const ask = { challengers: 7, tolerance: 1 } as never;
      expect(deadlineOf(type, ask, 0, 0)).toBeGreaterThanOrEqual(startWindowMs(type, ask) + type.attemptMs(ask));
      expect(startWindowMs(type, ask)).toBeGreaterThanOrEqual(windowMs);
    }
  });
});
