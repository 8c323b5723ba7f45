import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { fillDatagrams, openComparer, openKeystream } from './keystream.ts';
import { openUpReceiver } from './receiver.ts';
import { BATCH_DATAGRAMS, DATAGRAM_BYTES } from './spec.ts';

const seed = randomBytes(16);
const tag = randomBytes(16);
const NONCE = [1, 7] as const;
/** Datagram `seq`, from the stream as it is from the beginning of its batch on. */
const datagram = (seq: number): Buffer => {
  const at = seq % BATCH_DATAGRAMS;
  const batch = fillDatagrams(openKeystream(seed, seq - at), tag, 0, seq - at, at + 1, NONCE);
  return batch.subarray(at * DATAGRAM_BYTES);
};

test('the stream is the same wherever one begins to read it', () => {
  const whole = openKeystream(seed).next(BATCH_DATAGRAMS);
  const read = openKeystream(seed);
  for (let batch = 0; batch < 5; batch++) {
    const next = batch === 0 ? whole : read.next(BATCH_DATAGRAMS);
    if (batch === 0) read.next(BATCH_DATAGRAMS);
    expect(
      openKeystream(seed, batch * BATCH_DATAGRAMS)
        .next(BATCH_DATAGRAMS)
        .equals(next),
    ).toBe(true);
  }
});

test('datagrams are compared in rising order, and what they skip is not computed', () => {
  const isStream = openComparer(seed);
  // The stream up to the last one is 4 TB.
  for (const seq of [0, 1, 43, 44, 100, 131, 132, 250_000, 250_001, 3_000_000_000])
    expect([seq, isStream(datagram(seq), 0, seq)]).toEqual([seq, true]);
  expect(isStream(datagram(44), 0, 44)).toBe(false);
  const wrong = datagram(3_000_000_001);
  wrong[DATAGRAM_BYTES - 1] = (wrong[DATAGRAM_BYTES - 1] ?? 0) ^ 1;
  expect(isStream(wrong, 0, 3_000_000_001)).toBe(false);
});

test('no datagram counts that is more than the task allows', () => {
  const receiver = openUpReceiver(seed, 100);
  receiver.issued(...NONCE);
  for (const seq of [98, 99, 100, 3_000_000_000]) receiver.take(datagram(seq), 0);
  expect(receiver).toMatchObject({ datagrams: 2, refused: 2 });
});
