import { afterEach } from 'vitest';
import { type Mischief, openPath } from './loopback-fixtures.ts';
import type { Endpoint } from './proof-type.ts';
import { type OpenListener, openListener } from './udp-listener.ts';

/** Listeners and paths for the tests of a file. They are closed after each test, and so is what a test adds to `closers`. */
export const openLoopback = () => {
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  const closing = <T extends { close(): unknown }>(it: T): T => {
    closers.push(() => it.close());
    return it;
  };
  return {
    closers,
    listener: async (address = '127.0.0.1'): Promise<OpenListener> => closing(await openListener({ address, port: 0 })),
    path: async (to: Endpoint, mischief: Mischief): Promise<Endpoint> => closing(await openPath(to, mischief)),
  };
};
