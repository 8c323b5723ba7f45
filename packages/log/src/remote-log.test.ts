import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { LogUnreachable, openRemoteLog } from './remote-log.ts';

test('a log that breaks off in the middle of an answer is unreachable, like one that gives none', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half of it', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(openRemoteLog(url).checkpoint()).rejects.toThrow(LogUnreachable);
  await new Promise((resolve) => server.close(resolve));
  await expect(openRemoteLog(url).checkpoint()).rejects.toThrow(LogUnreachable);
});
