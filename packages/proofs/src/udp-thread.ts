import type { Socket } from 'node:dgram';
import { subscribe } from 'node:diagnostics_channel';
import { parentPort, type Worker } from 'node:worker_threads';

/**
 * Threads that have UDP sockets. Node aborts the whole process when such a thread is ended from outside in the moment in
 * which a datagram arrives. So the thread is asked: it closes its sockets and ends itself.
 */
const END = 'end';
/** Only a thread that no longer takes messages has not ended by then. It is ended from outside. */
const PATIENCE_MS = 1_000;

/** The thread's side: `take` is given every message but the last. */
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
    // Also for a thread that has ended before: it says so no more.
    const timer = setTimeout(() => void thread.terminate().then(end), PATIENCE_MS);
    thread.once('exit', end);
    thread.postMessage(END);
  });
}
