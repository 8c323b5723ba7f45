import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { Calibrations } from './calibrations.ts';
import { keepMeshReading } from './store.ts';

const hourMs = 3_600_000;

eachDriver('calibrations', (where) => {
  test('the newest is the one of the last fit, also if it was fitted before', async () => {
    const db = await where.open();
    let at = 1_000_000_000_000;
    const ids = Array.from({ length: 9 }, (_, i) => `IPv4/${i}`);
    const landmarks = ids.map((id, i) => ({
      ...{ id, claims: { latitude: String(45 + i), longitude: String(5 + ((i * 4) % 9)) } },
      ...{ owner: id, network: `10.0.${i}.0/24`, isAdmitted: true },
    }));
    const calibrations = new Calibrations({
      ...{ db, now: () => at, proofType: 'pol', everyMs: hourMs },
      ...{ landmarks: async () => landmarks, append: async () => {}, fitted: async () => {} },
    });
    /** What is current after everybody has measured everybody with these delays, and the mesh was fitted. */
    const fitWith = async (addedUs: number) => {
      at += hourMs;
      await db.write(async (tx) => {
        for (const [i, prover] of ids.entries())
          for (const [n, challenger] of ids.entries()) {
            if (i === n) continue;
            const rttUs = 5_000 + 3_000 * Math.abs(i - n) + addedUs;
            const signed = { message: '', signature: '' };
            await keepMeshReading(tx, { proofType: 'pol', prover, challenger, rttUs, measuredAt: at, ...signed });
          }
      });
      await calibrations.refresh();
      return (await calibrations.current()).hash;
    };
    const first = await fitWith(0);
    const second = await fitWith(2_000);
    expect([first, second]).toEqual([expect.any(String), expect.any(String)]);
    expect(second).not.toBe(first);
    expect(await fitWith(0)).toBe(first);
  });
});
