import { type Evidence, hashOf } from '@trigpoint/proofs';
import { describe, expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { autonomousSystemsOf } from '../network/autonomous-systems.ts';
import { solanaKey } from '../testing.ts';
import { readDraw } from './draws.ts';
import { stragglerMs } from './reading-intake.ts';
import { type Actor, type Cast, openCast, place } from './testing-stage.ts';

const point = 1_000_000;

eachDriver('who has a seat', (where) => {
  let { db, stage, prover, challengers } = {} as Cast;
  const set = async (who: Parameters<typeof openCast>[1], proofType = 'parallel', changes = {}) => {
    ({ db, stage, prover, challengers } = await openCast(await where.open(), who, proofType, changes));
  };
  const asked = () => stage.asked(challengers);

  describe('lookouts', () => {
    test('are drawn besides, paid like others, and needed for no quorum; evidence says who is one', async () => {
      const around = Array.from({ length: 9 }, (_, i) => place(48 + i, 10 + 3 * i));
      await set(around, 'patient-pol');
      const id = await stage.begin(prover, 'patient-pol', {
        challengers: 4,
        tolerance: 1,
        latitude: 48,
        longitude: 10,
      });
      expect(asked()).toHaveLength(9);
      const seats = (await readDraw(db, id))?.seats ?? [];
      expect(seats.map((it) => it.lookout)).toEqual([...Array(4).fill(false), ...Array(5).fill(true)]);
      expect(Object.keys(seats[0]?.challenger.claims ?? {})).toEqual(['latitude', 'longitude']);
      const seated = seats.map(({ challenger }) => challengers.find((it) => it.id === challenger.id) as Actor);
      const read = async (who: readonly Actor[]) => {
        for (const it of who)
          await stage.read(it, stage.given(it), { series: await stage.polSeries(prover, stage.given(it), 9_000) });
      };
      // Five lookouts and two near seats are no quorum of three near seats.
      await read([...seated.slice(0, 2), ...seated.slice(4)]);
      expect(await stage.pass(stragglerMs + 1)).toBe(0);
      await read([seated[2] as Actor]);
      expect(await stage.pass(stragglerMs + 1)).toBe(1);
      const { state, verdict } = await stage.challenge(id);
      expect(state).toBe('ENDED_WITH_PARTIAL_SUCCESS');
      expect(verdict?.result).toMatchObject({ lookouts_asked: '5', withstands: '1', tries: '1' });
      expect(await Promise.all(seated.map(stage.earned))).toEqual(seated.map((_, i) => (i === 3 ? 0 : point)));
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
      const id = await stage.begin(liar);
      expect(await stage.state(id)).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
      expect(asked()).toContain(famous);
      const self = await stage.arrive('challenger', 'parallel', { key: prover.key });
      const own = await stage.submit(prover, 'parallel', { challengers: 4, tolerance: 0 });
      await stage.pass(1_001);
      expect(await stage.state(own)).toBe('SUBMITTED_TO_CHALLENGE_COORDINATOR');
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
      expect(await stage.state(id)).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
      expect(asked()).toHaveLength(3);
      expect(stage.task(tied)).toBeUndefined();
    });

    test('has one seat, however many agents', async () => {
      await set(2);
      const tied = [];
      for (let i = 0; i < 4; i++) tied.push(await stage.arrive('challenger', 'parallel', { owner }));
      const id = await stage.submit(prover);
      await stage.pass(1_001);
      expect(await stage.state(id)).toBe('ACCEPTED_BY_CHALLENGE_COORDINATOR');
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
      const id = await stage.begin(prover, 'parallel', { challengers: 4, tolerance: 0 });
      expect(asked()).toHaveLength(4);
      const draw = await readDraw(db, id);
      expect(draw).toMatchObject({
        knows_systems: true,
        systems_table: { sha256: table.sha256, dated: '2023-11-14T22:13:20.000Z' },
      });
      expect(asked().filter((it) => challengers.indexOf(it) < 4)).toHaveLength(1);
      await stage.answer(asked());
      await stage.pass(1);
      expect(await stage.check(await stage.evidence(id))).toEqual([]);
    });

    test('addresses that the table does not know count as one system', async () => {
      await set(0, 'parallel', { systems: () => systems });
      await arrive('192.0.2.1', '203.0.113.1', '192.0.2.2', '198.19.0.1', '198.19.1.1');
      await stage.begin(prover, 'parallel', { challengers: 4, tolerance: 0 });
      expect(asked()).toEqual([]);
      await arrive('198.19.2.1');
      await stage.pass(1_001);
      expect(asked().filter((it) => challengers.indexOf(it) < 3)).toHaveLength(1);
    });
  });
});
