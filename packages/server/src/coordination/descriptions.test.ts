import { type Evidence, hashOf, type Transcript } from '@trigpoint/proofs';
import { composeReading, description, type MeasurementContext, parseReading } from '@trigpoint/protocol';
import { beforeAll, expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { solanaKey } from '../testing.ts';
import { type Actor, Stage } from './testing-stage.ts';

type Loose<T> = { -readonly [K in keyof T]: Loose<T[K]> };

eachDriver('who took part, in evidence', (where) => {
  const owner = solanaKey();
  const stranger = solanaKey();
  let stage: Stage;
  let evidence: Evidence;
  let challengers: Actor[];
  beforeAll(async () => {
    stage = await new Stage(await where.open()).open();
    const prover = await stage.arrive('prover', 'pol', { claims: { latitude: '0', longitude: '0' } });
    const around = Array.from({ length: 4 }, (_, i) => ({ latitude: String(i), longitude: String(3 * i) }));
    challengers = [];
    for (const [i, claims] of around.entries())
      challengers.push(await stage.arrive('challenger', 'pol', { claims, ...(i === 0 ? { owner } : {}) }));
    const id = await stage.begin(prover, 'pol', { challengers: 4 });
    await Promise.all(
      challengers.map(async (it) => {
        const task = stage.task(it) ?? expect.fail(`${it.id} was not asked`);
        return stage.read(it, task, { series: await stage.polSeries(prover, task, 20_000) });
      }),
    );
    await stage.pass(1);
    evidence = await stage.evidence(id);
  });

  /** What a check finds after the operator changed the transcript, and hashed it anew. */
  const after = async (change: (transcript: Loose<Transcript>) => unknown): Promise<string> => {
    const forged = structuredClone(evidence) as Loose<Evidence>;
    await change(forged.transcript);
    forged.transcript_hash = hashOf(forged.transcript);
    return (await stage.check(forged as Evidence)).join(' ');
  };
  const seats = (it: Loose<Transcript>) => it.draw?.seats ?? [];
  const owned = (it: Loose<Transcript>) =>
    seats(it).find(({ delegation }) => delegation !== null) ?? expect.fail('nobody has an owner');
  const free = (it: Loose<Transcript>) =>
    seats(it).find(({ delegation }) => delegation === null) ?? expect.fail('everybody has an owner');

  test('stands as they signed it, and one whose owner signed is that owner’s', async () => {
    expect(await stage.check(evidence)).toEqual([]);
    const { transcript } = evidence;
    expect(owned(transcript as Loose<Transcript>).challenger.owner).toBe(owner.publicKey);
    const { seats: all } = transcript.draw ?? expect.fail('nobody was drawn');
    for (const { challenger, description: it } of all) expect(description.parse(it.text).agent).toBe(challenger.id);
  });

  test.each<[what: string, why: string, change: (it: Loose<Transcript>) => unknown]>([
    ['a challenger that never signed', 'is missing', (it) => Object.assign(free(it), { description: null })],
    [
      'a challenger that is moved',
      'states other claims',
      (it) => Object.assign(free(it).challenger.claims, { latitude: '51' }),
    ],
    [
      'a challenger that is moved in its own text',
      'is not signed by its key',
      (it) => {
        const seat = free(it);
        const says = description.parse(seat.description.text);
        const claims = { ...says.claims, latitude: '51' };
        Object.assign(seat.challenger, { claims });
        seat.description.text = description.compose({ ...says, claims });
      },
    ],
    [
      'a text that somebody else signed',
      'is not signed by its key',
      async (it) => {
        const seat = free(it);
        seat.description.signature = await stranger.sign(seat.description.text);
      },
    ],
    [
      'texts that are swapped between two',
      'is that of another agent',
      (it) => {
        const [a, b] = [free(it), owned(it)];
        [a.description, b.description] = [b.description, a.description];
      },
    ],
    [
      'another service',
      'is meant for another service',
      (it) => Object.assign(it.service, { service: 'cd'.repeat(32) }),
    ],
    [
      'another contract',
      'is meant for another service',
      (it) => Object.assign(it.service, { contract: `0x${'12'.repeat(20)}` }),
    ],
    [
      'a text of last month',
      'does not hold at the time',
      (it) => Object.assign(it, { ended_at: '2027-06-01T00:00:00.000Z' }),
    ],
    [
      'an owner that did not sign',
      'delegation does not hold',
      async (it) => {
        const { delegation } = owned(it);
        if (delegation) delegation.owner_signature = await stranger.sign(delegation.text);
      },
    ],
    ['an owner without a delegation', 'without its delegation', (it) => Object.assign(owned(it), { delegation: null })],
    [
      'an owner that is hidden',
      'names another owner',
      (it) => Object.assign(owned(it).challenger, { owner: stranger.publicKey }),
    ],
    [
      'a claim that the prover never made',
      'states other claims',
      (it) => Object.assign(it.prover?.claims ?? {}, { latitude: '1' }),
    ],
    [
      'a prover tied to a stranger',
      'names another owner',
      (it) => Object.assign(it.draw?.prover ?? {}, { owner: stranger.publicKey }),
    ],
    ['a prover that never signed', 'is missing', (it) => Object.assign(it.draw?.prover ?? {}, { description: null })],
  ])('%s is noticed', async (_, why, change) => {
    expect(await after(change)).toContain(why);
  });

  test.each<[keyof MeasurementContext, string | number, string]>([
    ['service', 'cd'.repeat(32), 'service'],
    ['chain_id', 7, 'chain'],
    ['contract', `0x${'cd'.repeat(20)}`, 'contract'],
    ['ask_hash', 'cd'.repeat(32), 'ask'],
    ['eligible_root', 'cd'.repeat(32), 'eligible tree'],
    ['seed', 'cd'.repeat(32), 'seed'],
    ['prover_description', 'cd'.repeat(32), 'description of the prover'],
    ['challenger_description', 'cd'.repeat(32), 'description of the challenger'],
  ])('a reading that its challenger signed for another %s is noticed', async (name, value, word) => {
    const found = await after(async (it) => {
      const seat = free(it);
      const { context, ...says } = parseReading(seat.message ?? '');
      const signer = challengers.find(({ id }) => id === seat.challenger.id) ?? expect.fail('who?');
      seat.message = composeReading({ ...says, context: { ...(context as MeasurementContext), [name]: value } });
      seat.signature = await signer.key.sign(seat.message);
    });
    expect(found).toContain(`names another ${word}.`);
    expect(found).toContain('The prover did not sign for');
    expect(found).not.toContain('is not signed by it');
  });

  test('a challenger that describes itself anew does not spoil draws from trees that have its old description', async () => {
    const one = await new Stage(await where.open()).open();
    const key = solanaKey();
    const hour = 3_600_000;
    const first = await one.arrive('challenger', 'parallel', { key });
    const described = async () => (await one.agents.find('parallel', 'challenger', first.id))?.description ?? '';
    const old = await described();
    for (let i = 0; i < 3; i++) {
      one.now += 2 * hour;
      await one.arrive('challenger', 'parallel', { key });
    }
    expect(await described()).not.toBe(old);
    expect([...(await one.agents.identitiesOf([old])).keys()]).toEqual([old]);
    one.now += 13 * hour;
    await one.arrive('challenger', 'parallel', { key });
    expect((await one.agents.identitiesOf([old])).size).toBe(0);
  });

  test('nobody fills the database with descriptions', async () => {
    const one = await new Stage(await where.open()).open();
    const key = solanaKey();
    for (let i = 0; i < 120; i++) {
      one.now += 1_000;
      await one.arrive('challenger', 'parallel', { key });
    }
    one.now += 1_000;
    await expect(one.arrive('challenger', 'parallel', { key })).rejects.toThrow('too often');
  });
});
