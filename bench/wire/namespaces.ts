import { execFileSync } from 'node:child_process';

export interface Wire {
  /** Namespace and address of each end. */
  readonly ends: readonly [{ ns: string; address: string }, { ns: string; address: string }];
  /** Adds a delay in one direction; false where the kernel has no netem. */
  delay(ms: number): boolean;
  close(): void;
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' });

/** Two namespaces with one veth pair between them. */
export function openWire(name = `tpw${process.pid}`): Wire {
  const ends = [
    { ns: `${name}a`, address: '10.79.0.1' },
    { ns: `${name}b`, address: '10.79.0.2' },
  ] as const;
  for (const { ns } of ends) ip('netns', 'add', ns);
  ip('link', 'add', 'v0', 'netns', ends[0].ns, 'type', 'veth', 'peer', 'name', 'v0', 'netns', ends[1].ns);
  for (const { ns, address } of ends) {
    ip('-n', ns, 'addr', 'add', `${address}/24`, 'dev', 'v0');
    for (const device of ['lo', 'v0']) ip('-n', ns, 'link', 'set', device, 'up');
  }
  return {
    ends,
    delay(ms) {
      try {
        ip('netns', 'exec', ends[1].ns, 'tc', 'qdisc', 'replace', 'dev', 'v0', 'root', 'netem', 'delay', `${ms}ms`);
        return true;
      } catch {
        return false;
      }
    },
    close() {
      for (const { ns } of ends) ip('netns', 'del', ns);
    },
  };
}
