import type { Socket } from 'node:dgram';
import { subscribe } from 'node:diagnostics_channel';
import { parentPort, type Worker } from 'node:worker_threads';

/**
 * Ends threads that have UDP sockets. Node aborts the whole process when such a thread is terminated at the moment in which a
 * datagram arrives. So the thread is asked to end: it closes its sockets and exits.
 */
const END = 'end';
/** A thread that has not ended by then no longer takes messages. It is terminated. */
const PATIENCE_MS = 1_000;

/** The thread's side: `take` gets every message but the request to end. */
export function answerUdpThread<Message>(take: (message: Message) => void): void {
  if (!parentPort) throw new Error('This runs as a thread.');
  const sockets = new Set<Socket>();
  subscribe('udp.socket', (message) => {
    const { socket } = message as { readonly socket: Socket };
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeAll = () => {
    for (const socket of sockets) {
      sockets.delete(socket);
      socket.close();
    }
  };
  process.on('uncaughtExceptionMonitor', closeAll);
  parentPort.on('message', (message: Message | typeof END) => {
    if (message !== END) return take(message);
    closeAll();
    process.exit();
  });
}

export function endUdpThread(thread: Worker): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    // A thread that has already ended sends no further `exit`, so the timer resolves for it too.
    const timer = setTimeout(() => void thread.terminate().then(end), PATIENCE_MS);
    thread.once('exit', end);
    thread.postMessage(END);
  });
}
