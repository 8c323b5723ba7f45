import { expect, test } from 'vitest';
import { FairTurns } from './fair-turns.ts';

/** One place, taken until `go`; what then runs, in order. */
const stage = (maxWaiting = 100) => {
  const turns = new FairTurns(1, maxWaiting);
  const ran: string[] = [];
  const refused: string[] = [];
  let go = () => {};
  const first = turns.run({ creator: 'first', sender: 'first' }, () => new Promise<void>((resolve) => (go = resolve)));
  const all: Promise<unknown>[] = [first];
  const ask = (creator: string, sender: string) =>
    all.push(
      turns
        .run({ creator, sender }, async () => void ran.push(`${creator}/${sender}`))
        .catch((error: { code: string; retryAfter: number }) => refused.push(`${creator}/${sender} ${error.code}`)),
    );
  const finish = async () => {
    go();
    await Promise.all(all);
    return { ran, refused, load: turns.load };
  };
  return { ask, finish };
};

test('creators take turns, whoever came first and however many senders they have', async () => {
  const { ask, finish } = stage();
  for (let n = 0; n < 3; n++) ask('flood', 'one');
  for (let n = 0; n < 3; n++) ask('flood', `key ${n}`);
  ask('other', 'somebody');
  const { ran, load } = await finish();
  expect(ran).toEqual([
    ...['flood/one', 'other/somebody', 'flood/key 0', 'flood/key 1', 'flood/key 2', 'flood/one', 'flood/one'],
  ]);
  expect(load).toEqual({ busy: 0, waiting: 0 });
});

test('when too many wait, the newest of those with most waiting goes', async () => {
  const { ask, finish } = stage(4);
  for (let n = 0; n < 4; n++) ask('flood', 'one');
  ask('flood', 'two');
  ask('other', 'somebody');
  const { ran, refused } = await finish();
  expect(refused).toEqual(['flood/two unavailable', 'flood/one unavailable']);
  expect(ran).toEqual(['flood/one', 'other/somebody', 'flood/one', 'flood/one']);
});
