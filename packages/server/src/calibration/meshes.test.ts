import { randomBytes } from 'node:crypto';
import { pol } from '@trigpoint/proofs';
import type { HubMessage } from '@trigpoint/protocol';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { type MeshAgent, Meshes, type MeshesOptions } from './meshes.ts';
import { openCalibration } from './open.ts';
import { keepMeshReading, listMesh } from './store.ts';

const agent = (id: string, admittedSince: number | undefined, since = 0): MeshAgent => ({
  ...{ proofType: 'pol', role: 'challenger', id: `IPv4/${id}`, keyType: 'solana', publicKey: id, nodeId: 'one' },
  ...{ chainAddress: `0x${'11'.repeat(20)}`, claims: { latitude: '0', longitude: '0' }, udpAddress: '::1', udpPort: 9 },
  description: 'ab'.repeat(32),
  admittedSince,
  admission: { since },
});

eachDriver('the mesh', (where) => {
  const parts = {
    ...{ random: randomBytes, log: pino({ level: 'silent' }), nodeId: 'one' },
    ...{ checkSignature: async () => true, keepRefusal: async () => '' },
    service: { service: 'ab'.repeat(32), chain_id: 0, contract: 'none' as const },
  };

  const pairsOf = async (challengers: readonly MeshAgent[], steps: number) => {
    const asked: string[] = [];
    let at = 0;
    const send = (_: unknown, message: HubMessage) => {
      if (message.type === 'mesh' && message.role === 'challenger')
        asked.push(`${message.task.challenger.id} measures ${message.task.prover.id}`.replaceAll('IPv4/', ''));
      return true;
    };
    const meshes = new Meshes({
      ...{ ...parts, db: await where.open(), now: () => at, everyMs: 3_600_000 },
      ...{ proofType: pol as object as MeshesOptions['proofType'], challengers: async () => challengers, send },
    });
    for (let i = 0; i < steps; i++) {
      await meshes.step();
      at += 60_000;
    }
    return asked;
  };

  test('candidates are measured by those who are admitted, and measure nobody', async () => {
    const pairs = await pairsOf([agent('z', undefined), agent('a', undefined), agent('m', 1)], 4);
    expect(new Set(pairs)).toEqual(new Set(['m measures a', 'm measures z']));
  });

  test('of a candidate that is forgotten, what was measured of it is forgotten too; not with a prover of the same key', async () => {
    const db = await where.open();
    const nobody = async () => [];
    const calibration = openCalibration({
      ...{ ...parts, db, now: Date.now, everyMs: 0, calibrateEveryMs: 0, send: () => false },
      ...{ challengers: nobody, landmarks: nobody, append: async () => {}, doubted: async () => {} },
    });
    const signed = { rttUs: 1_000, measuredAt: 1, message: '', signature: '' };
    for (const [prover, challenger] of [
      ['a', 'm'],
      ['a', 'n'],
      ['n', 'm'],
    ] as const)
      await db.write((tx) => keepMeshReading(tx, { proofType: 'pol', prover, challenger, ...signed }));
    const left = async () => (await listMesh(db, 'pol', 0)).map((it) => `${it.challenger} measured ${it.prover}`);
    const gone = (role: 'prover' | 'challenger') => [
      { proofType: 'pol', role, id: 'a' },
      { proofType: 'pol', role, id: 'x' },
    ];
    await db.write((tx) => calibration.forget(tx, gone('prover')));
    expect(await left()).toHaveLength(3);
    await db.write((tx) => calibration.forget(tx, gone('challenger')));
    expect(await left()).toEqual(['m measured n']);
    await calibration.close();
  });

  test('who never answers is asked again after the others', async () => {
    const pairs = await pairsOf([agent('a', undefined, 1), agent('b', undefined, 2), agent('m', 1)], 16);
    expect(pairs).toEqual(['m measures a', 'm measures b', 'm measures a']);
  });

  test('keys that come later delay neither the admitted nor who waits longer', async () => {
    const fresh = Array.from({ length: 40 }, (_, i) => agent(`f${i}`, undefined, 9_000 + i));
    const [first] = await pairsOf([...fresh, agent('b', undefined, 5), agent('m', 1), agent('n', 1)], 1);
    expect(first).toBe('n measures m');
    expect((await pairsOf([...fresh, agent('b', undefined, 5), agent('m', 1)], 1))[0]).toBe('m measures b');
  });
});
