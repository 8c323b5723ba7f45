import { randomBytes } from 'node:crypto';
import { distanceKm, kmPerMs, type Place, pol } from '@trigpoint/proofs';
import { beforeEach, expect, test } from 'vitest';
import { keepMeshReading, measuredOf } from '../calibration/store.ts';
import type { Db } from '../db/driver.ts';
import { eachDriver } from '../db/testing.ts';
import { solanaKey, type TestKey } from '../testing.ts';
import { Admissions } from './admissions.ts';
import { Agents } from './agents.ts';
import { Probations } from './probations.ts';
import { arriveOn, testIdentities } from './testing.ts';

const hour = 3_600_000;
const frankfurt = { latitude: 50.11, longitude: 8.68 };
const sydney = { latitude: -33.87, longitude: 151.21 };
/** Somewhere around a place, so many degrees off. */
const near = ({ latitude, longitude }: Place, i: number, degrees = 3): Place => ({
  latitude: latitude + degrees * Math.cos(i),
  longitude: longitude + degrees * Math.sin(i),
});
/** How long an honest answer takes: paths are longer than the straight line. */
const honestMs = (from: Place, to: Place) => (1.4 * distanceKm(from, to)) / kmPerMs + 2;

interface Member {
  readonly id: string;
  readonly key: TestKey;
  readonly address: string;
  /** Where the machine is; it may claim another place. */
  readonly at: Place;
}

eachDriver('admission on probation', (where) => {
  let db: Db;
  let at: number;
  let logged: { id: string; by: string; reason: string; status: string }[];
  let agents: Agents;
  let admissions: Admissions;
  let probations: Probations;
  let members: Member[];
  let addresses: number;
  const now = () => at;

  beforeEach(async () => {
    db = await where.open();
    at = 1_800_000_000_000;
    logged = [];
    members = [];
    addresses = 0;
    admissions = new Admissions({
      ...{ db, now, operators: [], head: async () => null, decided: () => {} },
      append: async (_, it) => void logged.push(it),
    });
    const identities = testIdentities(now);
    agents = new Agents({ db, now, random: randomBytes, nodeId: 'one', development: false, identities, admissions });
    await agents.nodes.begin(true);
    probations = new Probations({
      ...{ db, now, agents, admissions, probationMs: 72 * hour, measuredWithinMs: 24 * hour },
      agrees: new Map([['pol', pol.mesh?.agrees ?? expect.fail('pol has no mesh')]]),
      settings: () => ({}),
      measured: (type, id, since) => measuredOf(db, type, id, since),
    });
    // Twelve that the operator vetted, around Frankfurt, and eight around Sydney.
    for (let i = 0; i < 20; i++) {
      const it = await arrive(near(i < 12 ? frankfurt : sydney, i));
      await admissions.decide('pol', it.id, { status: 'admitted', reason: 'vetted', by: 'operator' });
      members.push(it);
    }
  });

  const nextAddress = () => `198.18.${addresses++}.1`;
  const arrive = async (
    place: Place,
    { key = solanaKey(), claims = place, address = nextAddress() }: Partial<Member & { claims: Place }> = {},
  ): Promise<Member> => {
    const stated = { latitude: String(claims.latitude), longitude: String(claims.longitude) };
    const { id } = await arriveOn(agents, key, { claims: stated, address, now: at });
    return { id, key, address, at: place };
  };
  /** What the admitted measure of a candidate now; it can add delay, and never take any away. */
  const measure = async (it: Member, answers: (by: Member) => number | undefined = (by) => honestMs(by.at, it.at)) => {
    for (const by of members) {
      const ms = answers(by);
      const least = distanceKm(by.at, it.at) / kmPerMs;
      if (ms !== undefined) await keep(it, by, Math.max(ms, least));
    }
  };
  const keep = (prover: Member, challenger: Member, ms: number) => {
    const row = { proofType: 'pol', prover: prover.id, challenger: challenger.id, message: '', signature: '' };
    return db.write((tx) => keepMeshReading(tx, { ...row, rttUs: Math.round(1000 * ms), measuredAt: at }));
  };
  const pass = async (hours: number) => {
    at += hours * hour;
    await agents.nodes.renew();
    return probations.step();
  };
  const statusOf = async ({ id }: Member) => (await agents.find('pol', 'challenger', id))?.admission;

  test('an honest one is admitted after its time and not before, with the grounds in the log', async () => {
    const it = await arrive(near(frankfurt, 1, 1));
    await pass(71);
    await measure(it);
    expect(await probations.step()).toEqual([]);
    expect(await pass(2)).toEqual([it.id]);
    expect(await statusOf(it)).toMatchObject({ status: 'admitted', by: 'probation', since: at });
    expect(logged.at(-1)).toMatchObject({ id: it.id, by: 'probation', status: 'admitted' });
    const reason = logged.at(-1)?.reason.replaceAll('\u00a0', ' ');
    expect(reason).toMatch(
      /^It was here for 73 hours\. 20 independent challengers measured it: it is within \d+ km of/,
    );
    expect(reason).toContain('even if 2 of the 8 nearest lied.');
    // It may be drawn for requests made from then on.
    at += hour;
    await agents.nodes.renew();
    expect((await agents.eligible('pol', at)).map(({ id }) => id)).toContain(it.id);
  });

  test('time away does not count', async () => {
    const it = await arrive(near(frankfurt, 1, 1));
    await pass(40);
    const agent = (await agents.find('pol', 'challenger', it.id)) ?? expect.fail('it is gone');
    await agents.leave(agent);
    await pass(200);
    await arrive(it.at, it);
    await measure(it);
    expect(await pass(1)).toEqual([]);
    await pass(30);
    await measure(it);
    expect(await pass(1)).toEqual([it.id]);
  });

  test('who was never measured is never admitted, whatever it reports itself', async () => {
    const it = await arrive(near(frankfurt, 1, 1));
    await pass(1_000);
    for (const by of members) await keep(by, it, 2);
    expect(await pass(1)).toEqual([]);
    expect(await statusOf(it)).toMatchObject({ status: 'candidate' });
  });

  test.each<[string, (it: Member, by: Member) => number | undefined]>([
    ['answers as fast as it can', (it, by) => honestMs(by.at, it.at)],
    ['answers as if it stood there', (_, by) => honestMs(by.at, sydney)],
    ['answers those near its true place alone', (it, by) => (distanceKm(by.at, it.at) < 2_000 ? 1 : undefined)],
    ['answers nobody near its true place', (it, by) => (distanceKm(by.at, it.at) < 2_000 ? undefined : 1)],
  ])('who stands in Frankfurt and claims Sydney is not admitted, also if it %s', async (_, answers) => {
    const it = await arrive(frankfurt, { claims: sydney });
    await pass(80);
    await measure(it, (by) => answers(it, by));
    expect(await pass(1)).toEqual([]);
  });

  test('honest first and then another place starts over, at the last moment too', async () => {
    const it = await arrive(near(frankfurt, 1, 1));
    await pass(71);
    await measure(it);
    await arrive(frankfurt, { ...it, claims: sydney });
    await pass(2);
    // And back again: the time before counts for nothing.
    await arrive(it.at, it);
    await measure(it);
    expect(await pass(1)).toEqual([]);
    await pass(60);
    await measure(it);
    expect(await pass(13)).toEqual([it.id]);
    await arrive(frankfurt, { ...it, claims: sydney });
    expect(await statusOf(it)).toMatchObject({ status: 'candidate', by: 'change' });
  });

  test('a crowd of honest behaviour grows by one a week here, and one network by no more', async () => {
    const crowd: Member[] = [];
    for (let i = 0; i < 12; i++) crowd.push(await arrive(near(frankfurt, i, 0.5)));
    const oneNetwork = [];
    for (let i = 0; i < 4; i++) oneNetwork.push(await arrive(near(sydney, i, 4 * i), { address: '198.19.0.9' }));
    const admitted: string[] = [];
    for (let day = 0; day < 23; day++) {
      for (const it of [...crowd, ...oneNetwork]) await measure(it);
      admitted.push(...(await pass(24)));
    }
    // Three days of probation, then a week between any two: the network of 20 grows by 5 % a week.
    expect(admitted).toHaveLength(3);
  });

  test('whom probation admitted does not vouch for the next one', async () => {
    const accomplices = [];
    for (let i = 0; i < 8; i++) accomplices.push(await arrive(frankfurt, { claims: near(sydney, i, 0.2) }));
    for (const it of accomplices)
      await admissions.decide('pol', it.id, { status: 'admitted', reason: 'by time', by: 'probation' });
    const liar = await arrive(frankfurt, { claims: sydney });
    await pass(80);
    await measure(liar, (by) => honestMs(by.at, sydney));
    for (const by of accomplices) await keep(liar, by, 1);
    expect(await pass(1)).toEqual([]);
    expect(await statusOf(liar)).toMatchObject({ status: 'candidate' });
  });

  test('whom an operator set aside stays so', async () => {
    const it = await arrive(near(frankfurt, 1, 1));
    await admissions.decide('pol', it.id, { status: 'set_aside', reason: 'no', by: 'operator' });
    await pass(100);
    await measure(it);
    expect(await pass(1)).toEqual([]);
  });

  test('of two nodes one takes a step', async () => {
    const it = await arrive(near(frankfurt, 1, 1));
    await pass(73);
    await measure(it);
    at += hour;
    await agents.nodes.renew();
    const steps = await Promise.all([probations.step(), probations.step()]);
    expect(steps.flat()).toEqual([it.id]);
  });
});
