import { afterEach, expect, test } from 'vitest';
import { type OpenListener, openListener } from './udp-listener.ts';

const address = '127.0.0.1';
const open: OpenListener[] = [];

afterEach(() => Promise.all(open.splice(0).map((it) => it.close())));

test('port 0 never gives a listener the port of another one', async () => {
  // Ports are drawn from about 28,000. If listeners could share one, all of 800 would differ once in 80,000 runs.
  for (let count = 0; count < 800; count++) open.push(await openListener({ address, port: 0 }));
  expect(new Set(open.map((it) => it.port)).size).toBe(800);
});

test('a listener takes the port that it is given', async () => {
  const first = await openListener({ address, port: 0 });
  await first.close();
  const second = await openListener({ address, port: first.port });
  open.push(second);
  expect(second.port).toBe(first.port);
});
