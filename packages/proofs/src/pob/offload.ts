import type { Socket } from 'node:dgram';
import { createRequire } from 'node:module';
import { DATAGRAM_BYTES } from './spec.ts';

/**
 * On Linux the kernel can cut one large send into datagrams (UDP_SEGMENT) and hand several joined datagrams to the reader
 * (UDP_GRO). One core then carries 5–7 times as much. Node has no call for either, so koffi makes the system call if it is
 * installed. Without koffi everything works the same, at up to about 500 Mbit/s.
 *
 * A thread that is ended while it is in a native module aborts the whole process. So the controlling thread makes the call for a
 * socket of the measuring thread. It can, because descriptors belong to the process.
 */
export type Offload = (descriptor: number) => boolean;

const SOL_UDP = 17;
const UDP_SEGMENT = 103;
const UDP_GRO = 104;

export function loadOffload(): Offload | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    // It is not imported, because a bundler would then put it into pages that use the SDK.
    const koffi: typeof import('koffi') = createRequire(import.meta.url)('koffi');
    const setsockopt = koffi.load(null).func('int setsockopt(int, int, int, _In_ int *, uint32_t)');
    const set = (descriptor: number, option: number, value: number): boolean =>
      setsockopt(descriptor, SOL_UDP, option, [value], 4) === 0;
    return (descriptor) =>
      descriptor >= 0 && set(descriptor, UDP_SEGMENT, DATAGRAM_BYTES) && set(descriptor, UDP_GRO, 1);
  } catch {
    return undefined;
  }
}

/** Finds the descriptor in the state object where Node hides it. −1 if a later version of Node hides it elsewhere. */
export function descriptorOf(socket: Socket): number {
  for (const symbol of Object.getOwnPropertySymbols(socket)) {
    const state: unknown = Reflect.get(socket, symbol);
    if (typeof state !== 'object' || state === null || !('handle' in state)) continue;
    const { handle } = state;
    if (typeof handle !== 'object' || handle === null || !('fd' in handle)) continue;
    if (typeof handle.fd === 'number') return handle.fd;
  }
  return -1;
}
