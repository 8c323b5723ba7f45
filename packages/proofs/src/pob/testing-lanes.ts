import type { Lane } from './lane.ts';

/** Two ends of one connection inside this process. */
export const lanePair = (): [Lane, Lane] => {
  const takers: ((chunk: Buffer) => void)[] = [];
  const end = (mine: number): Lane => ({
    transport: 'udp',
    ipVersion: 4,
    batch: 1,
    send: (bytes) => void setImmediate(() => takers[1 - mine]?.(bytes)),
    backlogBytes: () => 0,
    dropped: () => 0,
    listen: (take) => {
      takers[mine] = take;
    },
    close: () => {},
  });
  return [end(0), end(1)];
};
