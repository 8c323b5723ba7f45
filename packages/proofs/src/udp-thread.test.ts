import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { endUdpThread } from './udp-thread.ts';

const [OPEN, CLOSED] = [1, 2];

/** A thread with a bound socket. While it ends it writes down whether the socket was closed before. */
const openThread = async (onMessage: string) => {
  const closed = new Int32Array(new SharedArrayBuffer(4));
  const program = `
    import { createSocket } from 'node:dgram';
    import { parentPort, workerData } from 'node:worker_threads';
    import { answerUdpThread } from '${new URL('./udp-thread.js', import.meta.url)}';
    answerUdpThread(() => { ${onMessage} });
    const socket = createSocket('udp4');
    const isOpen = () => { try { socket.address(); return true; } catch { return false; } };
    process.on('exit', () => { workerData[0] = isOpen() ? ${OPEN} : ${CLOSED}; });
    socket.bind(0, '127.0.0.1', () => parentPort.postMessage('bound'));`;
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { workerData: closed });
  await once(thread, 'message');
  return { thread, closed };
};

test('a thread closes its sockets before it ends: Node would abort the process if a datagram came then', async () => {
  const { thread, closed } = await openThread('');
  await endUdpThread(thread);
  expect(closed[0]).toBe(CLOSED);
});

test('a thread that fails closes its sockets too', async () => {
  const { thread, closed } = await openThread(`throw new Error('told')`);
  const failed = once(thread, 'error');
  thread.postMessage('fail');
  expect(await failed).toMatchObject([{ message: 'told' }]);
  await endUdpThread(thread);
  expect(closed[0]).toBe(CLOSED);
});

test('a socket that the thread has closed itself is left alone', async () => {
  const { thread, closed } = await openThread(`socket.close(); parentPort.postMessage('closed');`);
  thread.postMessage('close');
  await once(thread, 'message');
  await endUdpThread(thread);
  expect(closed[0]).toBe(CLOSED);
});

test('a thread that no longer takes messages is ended from outside', async () => {
  const { thread } = await openThread('for (;;);');
  thread.postMessage('hang');
  await endUdpThread(thread);
  expect(thread.threadId).toBe(-1);
});
