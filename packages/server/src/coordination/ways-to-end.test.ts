import { type Evidence, hashOf } from '@trigpoint/proofs';
import { serviceAway } from '@trigpoint/protocol';
import { beforeEach, expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { brokenInvariants } from '../ledger/invariants.ts';
import { readPayments } from '../verdict/payments.ts';
import { readDraw } from './draws.ts';
import { stragglerMs } from './reading-intake.ts';
import { type Actor, type Cast, openCast, place } from './testing-stage.ts';

const point = 1_000_000;
/** How long a parallel one waits for agents. */
const windowMs = 20_000;

eachDriver('how a challenge ends', (where) => {
  let { db, stage, prover, challengers } = {} as Cast;
  const set = async (who: Parameters<typeof openCast>[1], proofType = 'parallel', changes = {}) => {
    ({ db, stage, prover, challengers } = await openCast(await where.open(), who, proofType, changes));
  };
  const asked = () => stage.asked(challengers);

  beforeEach(() => set(4));

  test('ENDED_SUCCESSFULLY once every challenger has answered, at once, each paid once', async () => {
    const id = await stage.submit(prover);
    expect(await stage.state(id)).toBe('SUBMITTED_TO_CHALLENGE_COORDINATOR');
    await stage.tick();
    expect(await stage.state(id)).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
    expect(asked()).toHaveLength(3);
    expect(stage.task(prover)?.role).toBe('prover');
    expect(await stage.tick()).toBe(0);
    const answers = await stage.answer(asked());
    expect(answers.map((it) => it.accepted)).toEqual([true, true, true]);
    expect(await stage.pass(1)).toBe(1);
    const challenge = await stage.challenge(id);
    expect([challenge.state, challenge.verdict?.verified, challenge.dueAt]).toEqual([
      'ENDED_SUCCESSFULLY',
      'true',
      null,
    ]);
    expect(await Promise.all(asked().map(stage.earned))).toEqual([point, point, point]);
    expect((await readPayments(db, id)).map((it) => [it.amount, it.memo.includes('accepted')])).toEqual(
      Array(3).fill([point, true]),
    );
    expect(await stage.check(await stage.evidence(id))).toEqual([]);
    expect(await brokenInvariants(db)).toEqual([]);
    // Nothing happens to it again.
    expect(await stage.pass(100_000)).toBe(0);
  });

  test('ENDED_WITH_PARTIAL_SUCCESS: a straggler gets 7 s once enough have answered, then it is told to stop', async () => {
    const id = await stage.begin(prover);
    const [a, b, late] = asked() as [Actor, Actor, Actor];
    await stage.answer([a, b]);
    expect(await stage.pass(6_999)).toBe(0);
    expect(await stage.pass(2)).toBe(1);
    expect(await stage.state(id)).toBe('ENDED_WITH_PARTIAL_SUCCESS');
    expect((await stage.states(id)).sort()).toEqual(['expired', 'read', 'read']);
    const cancelled = stage.sent.filter(({ message }) => message.type === 'cancel').map(({ to }) => to.id);
    expect(cancelled.sort()).toEqual([late.id, prover.id].sort());
    expect((await stage.read(late, stage.given(late))).code).toBe('late');
    expect(await stage.earned(late)).toBe(0);
  });

  test('ENDED_SUCCESSFULLY as soon as those who answered have decided: nobody waits for the others, and they are paid', async () => {
    await set(4, 'hasty-parallel');
    const id = await stage.begin(prover, 'hasty-parallel');
    const [a, b, third] = asked() as [Actor, Actor, Actor];
    await stage.answer([a]);
    expect(await stage.tick()).toBe(0);
    expect((await stage.challenge(id)).leaseOwner).toBe('');
    const { dueAt } = await stage.challenge(id);
    await stage.answer([b]);
    // Not due: whoever looks for what is due has nothing to do any more.
    expect(await stage.tick()).toBe(0);
    expect(dueAt).toBeGreaterThan(stage.now);
    const ended = await stage.challenge(id);
    expect([ended.state, ended.verdict?.verified, ended.endedAt]).toEqual(['ENDED_SUCCESSFULLY', 'true', stage.now]);
    expect((await stage.states(id)).sort()).toEqual(['cancelled', 'read', 'read']);
    const cancelled = stage.sent.filter(({ message }) => message.type === 'cancel').map(({ to }) => to.id);
    expect(cancelled.sort()).toEqual([third.id, prover.id].sort());
    expect(await Promise.all([a, b, third].map(stage.earned))).toEqual([point, point, point]);
    // Silence is paid, and is no merit.
    const scores = await db.all('SELECT challenges, successes FROM agent WHERE id = ?', [third.id]);
    expect(scores).toEqual([{ challenges: 0, successes: 0 }]);
    // It was not late, as its record says.
    expect((await stage.read(third, stage.given(third))).code).toBe('not_needed');
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
    const id = await stage.begin(prover, 'hasty-parallel');
    const [a, b, c] = asked() as [Actor, Actor, Actor];
    await db.run(`UPDATE challenge SET lease_owner = 'another:1', lease_until = ? WHERE id = ?`, [stage.now + 100, id]);
    await stage.answer([a, b]);
    await stage.tick();
    expect(await stage.state(id)).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
    expect((await stage.challenge(id)).leaseOwner).toBe('another:1');
    await stage.pass(101);
    await stage.answer([c]);
    await stage.pass(1);
    expect(await stage.state(id)).toBe('ENDED_SUCCESSFULLY');
    expect(await stage.states(id)).toEqual(['read', 'read', 'read']);
  });

  test('rounds end with the one that decides', async () => {
    await set(4, 'hasty-sequential');
    const id = await stage.begin(prover, 'hasty-sequential');
    const seen = new Set<string>();
    for (let round = 0; round < 2; round++) {
      const driven = challengers.find((it) => stage.task(it) && !seen.has(it.id)) as Actor;
      seen.add(driven.id);
      await stage.answer([driven]);
      await stage.pass(1);
    }
    const ended = await stage.challenge(id);
    expect([ended.state, ended.verdict?.verified]).toEqual(['ENDED_SUCCESSFULLY', 'true']);
    expect((await stage.states(id)).sort()).toEqual(['cancelled', 'read', 'read']);
    expect(asked()).toHaveLength(2);
    expect(await stage.check(await stage.evidence(id))).toEqual([]);
  });

  test('a location that too many discs miss is refuted at once', async () => {
    const around = Array.from({ length: 9 }, (_, i) => place(48 + i, 10 + 3 * i));
    await set(around, 'pol');
    const id = await stage.begin(prover, 'pol', { challengers: 4, tolerance: 1, latitude: -34, longitude: 151 });
    const seats = (await readDraw(db, id))?.seats ?? [];
    // Four of nine are more than may lie.
    for (const [i, { challenger }] of seats.slice(0, 4).entries()) {
      const it = challengers.find(({ id }) => id === challenger.id) as Actor;
      expect(await stage.state(id)).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
      await stage.read(it, stage.given(it), { series: await stage.polSeries(prover, stage.given(it), 9_000 + i) });
      await stage.tick();
    }
    const { state, verdict } = await stage.challenge(id);
    expect([state, verdict?.verified]).toEqual(['ENDED_SUCCESSFULLY', 'false']);
    expect((await stage.states(id)).filter((it) => it === 'cancelled')).toHaveLength(5);
    expect(await stage.check(await stage.evidence(id))).toEqual([]);
  });

  test('ERROR_ENDED_WITH_FAILURE when too few answer: nobody is drawn again, and what was read is paid all the same', async () => {
    const id = await stage.begin(prover);
    const [first] = asked() as [Actor];
    await stage.answer([first]);
    stage.sent.length = 0;
    expect(await stage.pass(12_000)).toBe(1);
    const ended = await stage.challenge(id);
    expect([ended.state, ended.attempt]).toEqual(['ERROR_ENDED_WITH_FAILURE', 1]);
    expect(asked()).toEqual([]);
    expect(await stage.earned(first)).toBe(point);
    const evidence = await stage.evidence(id);
    const states = evidence.transcript.draw?.seats.map(({ state }) => state).sort();
    expect(states).toEqual(['expired', 'expired', 'read']);
    expect(await stage.check(evidence)).toEqual([]);
  });

  test('a measurement that passed while no node was there is void, and no fault of those who were asked', async () => {
    const away = await stage.begin(prover);
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
    const silent = await stage.begin(prover);
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
    const first = await stage.begin(prover);
    const tasks = challengers.map((it) => stage.given(it));
    const second = await stage.submit(other);
    await stage.pass(300);
    expect(await stage.state(second)).toBe('SUBMITTED_TO_CHALLENGE_COORDINATOR');
    const kept = await readDraw(db, second);
    expect(kept?.seats).toHaveLength(3);
    for (let i = 0; i < 5; i++) await stage.arrive('challenger');
    await stage.open();
    await Promise.all(challengers.map((it) => stage.arrive('challenger', 'parallel', { key: it.key })));
    await stage.arrive('prover', 'parallel', { key: other.key });
    await Promise.all(challengers.map((it, i) => stage.read(it, tasks[i] as never)));
    for (let i = 0; i < 10; i++) await stage.pass(1_000);
    expect(await stage.state(first)).toBe('ENDED_SUCCESSFULLY');
    expect(await stage.state(second)).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
    expect(await readDraw(db, second)).toEqual(kept);
    await stage.answer(challengers);
    await stage.pass(1);
    expect(await stage.state(second)).toBe('ENDED_SUCCESSFULLY');
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
    expect(await stage.state(again)).toBe('SUBMITTED_TO_CHALLENGE_COORDINATOR');
    await stage.arrive('prover', 'parallel', { key: prover.key });
    await stage.pass(500);
    expect(await stage.state(again)).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
  });

  test('ERROR_NOT_ENOUGH_CHALLENGERS when the window closes, and not a moment before', async () => {
    const id = await stage.submit(prover, 'parallel', { challengers: 5, tolerance: 0 });
    for (let i = 0; i < windowMs / 500 - 1; i++) await stage.pass(500);
    expect(await stage.state(id)).toBe('SUBMITTED_TO_CHALLENGE_COORDINATOR');
    await stage.pass(500);
    const { state, verdict } = await stage.challenge(id);
    expect([state, verdict?.verified]).toEqual(['ERROR_NOT_ENOUGH_CHALLENGERS', 'inconclusive']);
    expect(await stage.check(await stage.evidence(id))).toEqual([]);
  });

  test("a challenger's own fault is no reading: it is not paid and does not count", async () => {
    const id = await stage.begin(prover, 'parallel', { tolerance: 1 });
    const [a, b, faulty] = asked() as [Actor, Actor, Actor];
    await stage.answer([a]);
    await stage.read(faulty, stage.given(faulty), { failure: { failure: 'own_fault', detail: 'no sockets' } });
    expect(await stage.pass(stragglerMs + 1)).toBe(0);
    await stage.answer([b]);
    await stage.tick();
    expect(await stage.state(id)).toBe('ENDED_WITH_PARTIAL_SUCCESS');
    expect(await stage.earned(faulty)).toBe(0);
    expect(await stage.check(await stage.evidence(id))).toEqual([]);
  });

  test('a measurement that failed through no fault of the challenger is a reading', async () => {
    const id = await stage.begin(prover);
    for (const it of asked())
      await stage.read(it, stage.given(it), { failure: { failure: 'unreachable', detail: 'no answer' } });
    await stage.tick();
    expect(await stage.state(id)).toBe('ENDED_SUCCESSFULLY');
    expect(await Promise.all(asked().map(stage.earned))).toEqual([point, point, point]);
  });

  test('whoever declines is not waited for', async () => {
    const id = await stage.begin(prover);
    const [a, b, busy] = asked() as [Actor, Actor, Actor];
    await stage.answer([a, b]);
    const { task: it } = stage.given(busy);
    const where = { challenge_id: it.challenge_id, attempt: it.attempt, reason: 'full' };
    await stage.rooms.inbox.receive(a, { type: 'declined', ...where, challenger: busy.id });
    expect(await stage.tick()).toBe(0);
    await stage.rooms.inbox.receive(busy, { type: 'declined', ...where, challenger: busy.id });
    expect(await stage.tick()).toBe(1);
    expect(await stage.state(id)).toBe('ENDED_WITH_PARTIAL_SUCCESS');
  });
});
