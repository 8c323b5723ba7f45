import { consentOf } from '@trigpoint/log/watches';
import { serviceError } from '@trigpoint/protocol';
import { expect, test } from 'vitest';
import { eachDriver } from '../db/testing.ts';
import { SteppedLog } from '../log/stepped-log.ts';
import { SlotValues } from './slot-values.ts';
import { type SlotChallenges, Slots } from './slots.ts';
import * as store from './store.ts';
import { Watches } from './watches.ts';

const everyMs = 3_600_000;
const start = Date.UTC(2026, 0, 1);

eachDriver('a slot that the service refuses to ask', ({ open }) => {
  test('says why, and not that the service was away', async () => {
    const db = await open();
    let at = start;
    const now = () => at;
    const log = await SteppedLog.open(db, now);
    const values = new SlotValues(log);
    const refusals: (() => never)[] = [];
    const challenges: Pick<SlotChallenges, 'prepare'> = { prepare: async () => refusals[0]?.() as never };
    const slots = new Slots({ db, now, log, values, challenges: challenges as SlotChallenges, consentMs: consentOf });
    const watches = new Watches({
      ...{ db, now, log, values, relationTo: async () => 'stranger', random: (bytes) => Buffer.alloc(bytes, 7) },
      limits: { most: 9, perNetwork: 9, inAll: 9, changesPerDay: 9, leastEveryMs: everyMs },
    });
    const { watch } = await watches.add({
      ...{ proofType: 'pol', payer: 'ethereum:0x11', prover: 'IPv4/0x22', name: '', network: '', info: '0x00' },
      ...{ from: start, everyMs, until: start + 2 * everyMs },
    });
    const step = async () => slots.step((await store.findWatch(db, watch.id)) as store.WatchRow);
    /** Plays a window whose slot is refused like this, until it is given up. */
    const reasonOf = async (refuse?: () => never): Promise<string> => {
      refusals[0] = refuse as () => never;
      const { nextNumber } = (await store.findWatch(db, watch.id)) as store.WatchRow;
      at = start + nextNumber * everyMs;
      for (;;) {
        const again = await step();
        const row = await store.findSlot(db, watch.id, nextNumber);
        if (row?.result) return `${row.result}: ${row.reason}`;
        // Away from the time of the slot on, where nothing is asked.
        at = Math.max(at, again ?? at) + (refuse || again === undefined ? 0 : everyMs / 2);
      }
    };
    const refuse = () => {
      throw serviceError('too_many_waiting', { waiting: '256', prover: '0x22', seconds: 30 }, 30);
    };
    expect(await reasonOf(refuse)).toMatch(/^missed: It could not be asked: .*256/);
    expect(await reasonOf()).toBe('missed: The service was not there at its time.');
  });
});
