import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withLimit } from './time-limits.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** How many of fifty signals fire, although all that is left of each is a listener and a collection comes before its time. */
const firedAfterCollection = async (make: (stop: AbortSignal, ms: number) => AbortSignal): Promise<number> => {
  let fired = 0;
  const stops = Array.from({ length: 50 }, () => new AbortController());
  const listen = () => {
    for (const stop of stops)
      make(stop.signal, 200).addEventListener('abort', () => {
        fired++;
      });
  };
  listen();
  for (let i = 0; i < 5; i++) {
    await pause(10);
    collect();
  }
  await pause(600);
  return fired;
};

test('a time limit fires also after a collection', async () => {
  expect(await firedAfterCollection((stop, ms) => withLimit(stop, ms).signal)).toBe(50);
});

test('it ends when it is told to, once, and a released one never', async () => {
  const stop = new AbortController();
  const [limit, released] = [withLimit(stop.signal, 60_000), withLimit(stop.signal, 20)];
  released.release();
  stop.abort('cancelled');
  expect(limit.signal.reason).toBe('cancelled');
  limit.release();
  await pause(50);
  expect(released.signal.aborted).toBe(false);
  const late = withLimit(stop.signal, 60_000);
  expect(late.signal.aborted).toBe(true);
  late.release();
});
