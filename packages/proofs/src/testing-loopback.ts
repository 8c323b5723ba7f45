import { onTestFinished } from 'vitest';
import { type Mischief, openPath } from './loopback-fixtures.ts';
import type { Endpoint } from './proof-type.ts';
import { type OpenListener, openListener } from './udp-listener.ts';

const closing = <T extends { close(): unknown }>(it: T): T => {
  onTestFinished(async () => void (await it.close()));
  return it;
};

/** A listener of a test. It is closed after it. */
export const testListener = async (address = '127.0.0.1'): Promise<OpenListener> =>
  closing(await openListener({ address, port: 0 }));

/** A path of a test to an endpoint. It is closed after it. */
export const testPath = async (to: Endpoint, mischief: Mischief): Promise<Endpoint> =>
  closing(await openPath(to, mischief));
