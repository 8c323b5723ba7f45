import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** When what a test opened is removed: after the test, or, with `afterAll`, after all tests of the file. */
type After = (remove: () => void) => void;

/** An empty folder. */
export const testFolder = (after: After = onTestFinished): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trigpoint-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** An HTTP server of the test's own. Returns its URL. */
export const testServer = async (answer: RequestListener, after: After = onTestFinished): Promise<string> => {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  after(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
