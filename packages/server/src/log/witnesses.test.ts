import {
  cosign,
  formatNote,
  formatVerifierKey,
  makeSigner,
  openCheckpoint,
  parseNote,
  parseVerifierKey,
  signatureTypes,
  signCheckpoint,
  toHex,
} from '@trigpoint/log';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../db/driver.ts';
import { eachDriver } from '../db/testing.ts';
import { type Challenger, drawPanel, quorumOf } from './panels.ts';
import { Witnesses } from './witnesses.ts';

const challenger = (i: number, more: Partial<Challenger> = {}): Challenger => ({
  proofType: 'pol',
  id: `IPv4/agent${i}`,
  owner: `owner${i}`,
  network: `10.0.${i}.0/24`,
  ...more,
});
const many = Array.from({ length: 40 }, (_, i) => challenger(i));

describe('a panel', () => {
  const root = 'ab'.repeat(32);

  test('has fifteen, of different owners and networks, the same for everybody and others another day', () => {
    const panel = drawPanel('2026-11-16', root, many);
    expect(panel).toHaveLength(15);
    expect(drawPanel('2026-11-16', root, [...many].reverse())).toEqual(panel);
    expect(drawPanel('2026-11-17', root, many)).not.toEqual(panel);
    expect(drawPanel('2026-11-16', 'cd'.repeat(32), many)).not.toEqual(panel);
    for (const alike of [{ owner: 'one' }, { network: 'one' }]) {
      const group = many.map((it) => ({ ...it, ...alike }));
      expect(drawPanel('d', root, group)).toHaveLength(1);
    }
    expect(drawPanel('d', root, [...many.slice(0, 3), challenger(1, { proofType: 'pob' })])).toHaveLength(3);
  });

  test('needs two thirds, and three', () => {
    expect([0, 1, 3, 4, 5, 12, 15].map(quorumOf)).toEqual([3, 3, 3, 3, 4, 8, 10]);
  });
});

eachDriver('witnesses', (place) => {
  let db: Db;
  let now: number;
  let asked: { to: string; checkpoint: string }[];
  let there: readonly Challenger[];
  let witnesses: Witnesses;
  const service = makeSigner('proofs.example.com/log', new Uint8Array(32).fill(7));
  let size: number;
  const checkpointOf = (n: number) =>
    signCheckpoint({ origin: service.name, size: n, root: new Uint8Array(32).fill(n) }, service);
  const signerOf = (id: string, fill = 20) => makeSigner(id, new Uint8Array(32).fill(fill), signatureTypes.cosignature);

  const answer = (id: string, n = size, { by = signerOf(id), of = checkpointOf(n) } = {}) => {
    const { text } = parseNote(of);
    const line = formatNote({ text, signatures: [cosign(text, 1_794_000_000, by)] })
      .slice(text.length + 1)
      .trimEnd();
    return witnesses.receive(
      { proofType: 'pol', id },
      { type: 'cosignature', size: n, vkey: formatVerifierKey(by), line },
    );
  };

  beforeEach(async () => {
    db = await place.open();
    now = Date.parse('2026-11-16T09:00:00Z');
    asked = [];
    there = many.slice(0, 6);
    size = 5;
    witnesses = new Witnesses({
      db,
      now: () => now,
      log: { checkpoint: async () => ({ size, checkpoint: checkpointOf(size) }) },
      admitted: async () => there,
      witnessKey: async ({ id }) => (id.includes('none') ? undefined : toHex(signerOf(id).publicKey)),
      leafOf: async () => undefined,
      send: (to, { checkpoint }) => asked.push({ to: to.id, checkpoint }),
      warn: (problem, error) => expect.fail(`${problem}: ${error}`),
    });
  });

  test('are asked, and what enough of them cosigned is served with their lines', async () => {
    await witnesses.step();
    expect(new Set(asked.map((it) => it.to)).size).toBe(6);
    for (const [i, { to }] of asked.entries()) {
      expect(await witnesses.cosigned()).toEqual(i < 4 ? undefined : expect.objectContaining({ size: 5 }));
      expect(await answer(to)).toBe(true);
    }
    const found = await witnesses.cosigned();
    const keys = (await witnesses.keys()).map((it) => parseVerifierKey(it.vkey));
    expect(openCheckpoint(found?.checkpoint ?? '', service, keys).witnesses).toHaveLength(6);
    // Nobody is asked twice about the same, and the last one that was cosigned is served until the next is.
    asked = [];
    await witnesses.step();
    expect(asked).toEqual([]);
    size = 9;
    await witnesses.step();
    expect([asked.length, (await witnesses.cosigned())?.size]).toEqual([6, 5]);
    for (const { to } of asked) await answer(to);
    expect((await witnesses.cosigned())?.size).toBe(9);
  });

  test('count once, for what they were asked, under a key of their name', async () => {
    await witnesses.step();
    const [first = ''] = asked.map((it) => it.to);
    expect(await answer('IPv4/stranger')).toBe(false);
    expect(await answer(first, 4)).toBe(false);
    expect(await answer(first, 5, { of: checkpointOf(6) })).toBe(false);
    expect(await answer(first, 5, { by: signerOf('IPv4/other') })).toBe(false);
    // Not under any other key than the one that it signed in its description.
    for (let i = 0; i < 6; i++) expect(await answer(first, 5, { by: signerOf(first, 30 + i) })).toBe(false);
    for (let i = 0; i < 6; i++) await answer(first);
    expect(await witnesses.cosigned()).toBeUndefined();
    const forged = { type: 'cosignature', size: 5, vkey: formatVerifierKey(signerOf(first)), line: 'x' } as const;
    expect(await witnesses.receive({ proofType: 'pol', id: first }, forged)).toBe(false);
  });

  test('of the day on which a checkpoint was first asked about go on with it after midnight', async () => {
    await witnesses.step();
    const [first = '', ...others] = asked.map((it) => it.to);
    expect(await answer(first)).toBe(true);
    now += 86_400_000;
    there = many.slice(20);
    asked = [];
    await witnesses.step();
    expect(asked.map((it) => it.to).sort()).toEqual([...others].sort());
    for (const { to } of asked) expect(await answer(to)).toBe(true);
    expect((await witnesses.cosigned())?.size).toBe(5);
    // The log has grown, and those of today are asked.
    size = 9;
    asked = [];
    await witnesses.step();
    expect(asked.every(({ to }) => there.some((it) => it.id === to))).toBe(true);
    for (const { to } of asked) expect(await answer(to)).toBe(true);
    expect((await witnesses.cosigned())?.size).toBe(9);
  });

  test('stay for a day, and fewer than three are none', async () => {
    const panel = await witnesses.panel();
    there = many;
    expect(await witnesses.panel()).toEqual(panel);
    now += 86_400_000;
    expect((await witnesses.panel())?.members).toHaveLength(15);
    there = many.slice(0, 2);
    now += 86_400_000;
    expect(await witnesses.panel()).toBeUndefined();
  });
});
