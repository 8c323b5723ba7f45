import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../proof.ts';
import type { Cluster, Seat } from './cluster.ts';
import type { Fault } from './fault-proxy.ts';

export interface Trouble {
  readonly name: string;
  /** Begins the fault, and resolves when the fault is over. */
  happen(): Promise<void>;
}

const restartMs = 1_000;

/** Every kind of fault once, the worst first. Then faults come again and again in an order drawn from the seed. */
export function* troubles(
  cluster: Cluster,
  crashDatabase: () => Promise<void>,
  random: Random,
  lastMs: number,
): Generator<Trouble, never> {
  const spoil = (way: 'database' | 'rpc', fault: Fault) => (seat: Seat) => async () => {
    seat[way].fault = fault;
    await pause(lastMs);
    seat[way].fault = 'none';
  };
  const kill = (seat: Seat) => async () => {
    await seat.node?.end('SIGKILL');
    seat.node = undefined;
    // A node that finds no database ends, and is started again, as whoever runs the processes would do.
    while (!seat.node) await seat.start().catch(() => pause(restartMs));
  };
  const kinds: readonly (readonly [string, (seat: Seat) => () => Promise<void>])[] = [
    ['kill -9', kill],
    ['PostgreSQL crashes', () => crashDatabase],
    ['database silent', spoil('database', 'silent')],
    ['database cut', spoil('database', 'cut')],
    ['database delayed', spoil('database', 'delayed')],
    ['rpc silent', spoil('rpc', 'silent')],
    ['rpc cut', spoil('rpc', 'cut')],
    ['rpc delayed', spoil('rpc', 'delayed')],
  ];
  for (let isFirst = true; ; isFirst = false) {
    const left = [...kinds];
    while (left.length > 0) {
      const [name, on] = left.splice(isFirst ? 0 : random.int(left.length), 1)[0] as (typeof kinds)[number];
      const index = random.int(cluster.seats.length);
      yield { name: `${name} (node ${index + 1})`, happen: on(cluster.seats[index] as Seat) };
    }
  }
}
