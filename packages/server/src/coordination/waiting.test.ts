import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { type Actor, Stage } from './testing-stage.ts';
import { aheadOf, type Claimant, turnFor, type Waiting } from './waiting-lists.ts';

const stragglerMs = 7_000;

eachDriver('who waits for busy challengers', (place) => {
  /** Everybody is busy with a first challenge of the prover that has many. Tells who is measured after it, one by one. */
  const orderOf = async (type: 'parallel' | 'sequential', given: (stage: Stage) => Promise<readonly string[]>) => {
    const stage = await new Stage(await place.open()).open();
    const challengers = await Promise.all([1, 2, 3].map(() => stage.arrive('challenger', type, { capacity: 1 })));
    const first = await stage.arrive('prover', type);
    const running = await stage.begin(first, type);
    expect(await stage.state(running)).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
    const waiting = await given(stage);
    const begun: string[] = [];
    for (let i = 0; i < 60 && begun.length < waiting.length; i++) {
      for (let round = 0; round < 3; round++) {
        await stage.answerAsked(challengers);
        await stage.pass(1);
      }
      await stage.pass(501);
      for (const id of waiting)
        if (!begun.includes(id) && (await stage.state(id)) !== 'SUBMITTED_TO_CHALLENGE_COORDINATOR') begun.push(id);
    }
    expect(await stage.db.all('SELECT * FROM waiting_challenge')).toEqual([]);
    return begun;
  };

  test('paid requests come first, and free ones in turn for each network, however many one of them has', async () => {
    const names = new Map<string, string>();
    const begun = await orderOf('parallel', async (stage) => {
      const [many, one, payer] = await Promise.all([1, 2, 3].map(() => stage.arrive('prover', 'parallel')));
      const submit = async (name: string, prover: Actor | undefined, fee = 0) => {
        const id = await stage.submit(prover as Actor, 'parallel', { fee });
        names.set(id, name);
        await stage.pass(300);
        return id;
      };
      const ids: string[] = [];
      for (const name of ['many 1', 'many 2', 'many 3', 'many 4']) ids.push(await submit(name, many));
      ids.push(await submit('one', one));
      // What a payer set aside is moved when a challenge ends.
      await stage.db.run("INSERT INTO ledger_account (account, unit, balance) VALUES ('request:7', 'POINTS', 30)");
      ids.push(await submit('paid', payer, 10));
      return ids;
    });
    expect(begun.map((it) => names.get(it))).toEqual(['paid', 'many 1', 'one', 'many 2', 'many 3', 'many 4']);
  });

  test('it begins when they are free, and is not waited for when its prover has left or it has ended', async () => {
    const stage = await new Stage(await place.open()).open();
    const challengers = await Promise.all([1, 2, 3].map(() => stage.arrive('challenger', 'parallel', { capacity: 1 })));
    const [first, second, third] = (await Promise.all([1, 2, 3].map(() => stage.arrive('prover', 'parallel')))) as [
      Actor,
      Actor,
      Actor,
    ];
    await stage.begin(first);
    const gone = await stage.submit(second);
    await stage.pass(300);
    const next = await stage.submit(third);
    await stage.pass(501);
    expect(await stage.db.all('SELECT challenge_id FROM waiting_challenge ORDER BY since')).toMatchObject([
      { challenge_id: gone },
      { challenge_id: next },
    ]);
    await stage.agents.leave(second as never);
    await stage.answer(challengers);
    await stage.pass(stragglerMs);
    await stage.pass(501);
    await stage.pass(501);
    expect(await stage.state(next)).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
  });
});

const row = (challengeId: string, more: Partial<Waiting> = {}): Waiting => ({
  ...{ challengeId, proverId: challengeId, proofType: 'pob', isSequential: true, network: challengeId },
  ...{ paid: false, turn: 1, since: 0, seats: ['a'], isProverBusy: false, ...more },
});

test('who waits for its own prover holds up nobody', () => {
  const mine = row('z', { since: 9 });
  const of = (...waiting: Waiting[]) => aheadOf(mine, waiting).get('a') ?? 0;
  expect(of(row('x'))).toBe(1);
  expect(of(row('x', { isProverBusy: true }))).toBe(0);
  expect(of(row('x', { proverId: 'p' }), row('y', { proverId: 'p' }))).toBe(1);
  expect(of(row('x', { isSequential: false, isProverBusy: true }))).toBe(1);
  expect(of(row('x', { turn: 2 }))).toBe(0);
  expect(of(row('x', { turn: 2, paid: true }))).toBe(1);
});

test('a network comes in with those who are next, and its second request after that', () => {
  const claimant = (network: string, paid = false): Claimant => ({ ...row('z'), network, paid });
  const waiting = [
    row('a', { network: 'n', turn: 5 }),
    row('b', { network: 'n', turn: 6 }),
    row('p', { paid: true, turn: 0 }),
  ];
  expect(turnFor(claimant('m'), waiting)).toBe(5);
  expect(turnFor(claimant('n'), waiting)).toBe(7);
  expect(turnFor(claimant('m', true), waiting)).toBe(0);
  expect(turnFor(claimant('m'), [])).toBe(1);
});
