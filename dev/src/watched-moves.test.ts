import { randomBytes } from 'node:crypto';
import { type AgentOptions, runProver, signerOf } from '@trigpoint/agent';
import {
  addWatch,
  type Certificate,
  Client,
  type Evidence,
  readCertificate,
  readEvidence,
  showWatch,
  verifyCertificate,
  verifyFindings,
  type WatchSlot,
} from '@trigpoint/client';
import { type Endpoint, pol } from '@trigpoint/proofs';
import { testFolder, testServer } from '@trigpoint/proofs/testing';
import { readConfig, startService } from '@trigpoint/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DelayLines } from './geography/lines.ts';
import { type Node, roundTripMs } from './geography/paths.ts';
import { startScenario } from './scenario.ts';

const frankfurt: Node = { name: 'Frankfurt', latitude: 50.11, longitude: 8.68 };
const singapore: Node = { name: 'Singapore', latitude: 1.35, longitude: 103.82 };
/** Long enough for a slot and an extra one, also on a busy machine: nothing here is judged by the clock. */
const everySeconds = 12;
const limitMs = 480_000;

const closers: (() => Promise<unknown>)[] = [];
const told: { readonly type: string; readonly data: Readonly<Record<string, string | null>> }[] = [];
let client: Client;
let lines: DelayLines;
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
}, limitMs);

const newSigner = () => signerOf('ethereum', randomBytes(32).toString('hex'));

/** Delays to challengers as a function of where they stand, which can be put in the place of another one. */
const delayed = (delayMs: (city: Node) => number) => {
  const ends = new Map<string, Promise<Endpoint>>();
  let changes = 0;
  let now = { delayMs, name: String(changes) };
  const route: NonNullable<AgentOptions['route']> = (peer, _id, { city = '', latitude, longitude }) => {
    const there = { name: city, latitude: Number(latitude), longitude: Number(longitude) };
    const key = `${now.name} ${peer.port}`;
    const end = ends.get(key) ?? lines.open(peer, now.delayMs(there));
    ends.set(key, end);
    return end;
  };
  return {
    route,
    change: (next: (city: Node) => number) => {
      now = { delayMs: next, name: String(++changes) };
    },
  };
};

/** A prover that claims Frankfurt, and a watch of it. */
const watched = async () => {
  const ways = delayed((city) => roundTripMs(frankfurt, city));
  const claims = { latitude: String(frankfurt.latitude), longitude: String(frankfurt.longitude), city: 'Frankfurt' };
  const prover = await runProver({ url: client.url, proofType: 'pol', signer: newSigner(), claims, route: ways.route });
  closers.push(() => prover.stop(0));
  await prover.ready;
  const { watch } = await addWatch(client, {
    ...{ prover: prover.id, parameters: { zone: 'EU' }, every_seconds: everySeconds },
    until: new Date(Date.now() + 3_600_000),
  });
  const id = watch?.watch ?? '';
  const slots = async () => (await showWatch(client, id)).slots;
  /** Waits until a slot is like that. */
  const until = async (isLike: (slot: WatchSlot) => boolean): Promise<WatchSlot> => {
    for (;;) {
      const found = (await slots()).find(isLike);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  return { id, slots, until, change: ways.change };
};

const evidenceOf = async (slots: readonly WatchSlot[]): Promise<Evidence[]> => {
  const ids = slots.flatMap((it) => [
    it.result === '' ? '' : it.challenge_id,
    it.extra?.result ? it.extra.challenge_id : '',
  ]);
  return Promise.all(ids.filter((it) => it !== '').map((it) => readEvidence(client, it)));
};

/** The certificate of all windows that are over. The service asks to come back while one is not. */
const certificateOf = async (watch: string): Promise<Certificate> => {
  for (;;) {
    try {
      return await readCertificate(client, watch);
    } catch (error) {
      if ((error as { code?: string }).code !== 'certificate_unready') throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
};

describe('watches of provers on simulated lines', { timeout: limitMs }, () => {
  const dataDir = testFolder(afterAll);
  beforeAll(async () => {
    const service = await startService(
      readConfig({
        ...{ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', TRIGPOINT_DATA_DIR: dataDir, RATE_LIMITS: 'off' },
        ...{ DEVELOPMENT: 'on', ADMISSION: 'open', MESH_HOURS: '0', WATCH_LEAST_SECONDS: String(everySeconds) },
      }),
    );
    closers.push(() => service.close());
    lines = new DelayLines();
    closers.push(() => lines.close());
    await startScenario(pol, service.url, async () => newSigner(), closers, { watched: true });
    client = new Client({ url: service.url, proofType: 'pol' });
    await client.login(newSigner(), { role: 'payer' });
    const url = await testServer(
      async (request, reply) => {
        let text = '';
        for await (const piece of request) text += piece;
        told.push(JSON.parse(text));
        reply.end();
      },
      (close) => closers.push(async () => close()),
    );
    await client.call('add-webhook', { url, kinds: ['watch.moved', 'watch.changed'] });
  }, limitMs);

  test('one that leaves the EU has moved, by proof; one that is rerouted on one side has changed, and is asked again', async () => {
    const [leaving, rerouted] = await Promise.all([watched(), watched()]);
    await Promise.all([leaving, rerouted].map((it) => it.until(({ result }) => result === 'inside')));
    leaving.change((city) => roundTripMs(singapore, city));
    const isExtraOver = (it: WatchSlot) => it.finding === 'changed' && it.extra !== null && it.extra.result !== '';
    // Statistics may take a reroute for a move. Then the prover is compared with what it has become, and it takes another one.
    let [changed, last, addedMs]: [WatchSlot | undefined, number, number] = [undefined, 0, 60];
    for (; !changed; addedMs = 60 - addedMs) {
      const added = addedMs;
      rerouted.change((city) => roundTripMs(frankfurt, city) + (city.longitude > frankfurt.longitude ? added : 0));
      const found = await rerouted.until(
        (it) => it.number > last && (isExtraOver(it) || it.finding === 'probably_moved'),
      );
      if (isExtraOver(found)) changed = found;
      last = found.number;
    }
    const moved = await leaving.until((it) => it.finding === 'moved');
    // Whatever happened on the way: added delay is never proof.
    for (const it of await rerouted.slots()) expect([it.finding, it.extra?.finding]).not.toContain('moved');
    expect(moved.result).not.toBe('inside');
    expect(changed.extra?.challenge_id === '').toBe(changed.extra?.result === 'missed');
    while (!told.some(({ data }) => data.watch === leaving.id) || !told.some(({ data }) => data.watch === rerouted.id))
      await new Promise((resolve) => setTimeout(resolve, 200));
    expect(told.find(({ data }) => data.watch === leaving.id)?.type).toBe('watch.moved');
    for (const { data } of told) expect(Object.keys(data).join()).not.toMatch(/latitude|longitude|place/);

    for (const { id, slots } of [leaving, rerouted]) {
      const certificate = await certificateOf(id);
      const { problems, summary } = await verifyCertificate(certificate);
      expect(problems).toEqual([]);
      const evidence = await evidenceOf(await slots());
      const again = await verifyFindings(certificate, evidence);
      expect(again).toEqual({ problems: [], compared: again.compared, unchecked: 0 });
      expect(summary?.findings?.[id === leaving.id ? 'moved' : 'extra']).toBeGreaterThan(0);
      expect(again.compared).toBeGreaterThan(0);
      // An operator that keeps quiet about it is found out by who has the evidence.
      const quiet = certificate.entries.map((it) => ({
        ...{ ...it, entry: it.entry.replace(/"finding":"(moved|changed)"/, '"finding":"same"') },
      }));
      const found = await verifyFindings({ ...certificate, entries: quiet }, evidence);
      expect(found.problems.join()).toMatch(/the log says same, and its evidence says (moved|changed)/);
      expect((await verifyFindings(certificate, evidence.slice(0, 1))).unchecked).toBeGreaterThan(0);
    }
  });
});
