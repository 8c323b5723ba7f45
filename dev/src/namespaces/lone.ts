import { execFileSync } from 'node:child_process';
import type { Place } from './bridge.ts';

/** A network namespace with only a loopback interface. No packet can leave it. */
export interface LoneNamespace extends Place {
  close(): void;
}

const ip = (...args: string[]): void => {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** Opens such a namespace. Every address of `network`, and each of `others`, is an address of this machine there. */
export function openLoneNamespace(
  network: `${string}/${number}`,
  others: readonly string[] = [],
  namespace = `tpl${process.pid}`,
): LoneNamespace {
  const close = () => ip('netns', 'del', namespace);
  ip('netns', 'add', namespace);
  try {
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
    ip('-n', namespace, 'addr', 'add', network, 'dev', 'lo');
    for (const it of others) ip('-n', namespace, 'addr', 'add', it, 'dev', 'lo', 'nodad');
  } catch (error) {
    close();
    throw error;
  }
  return { namespace, address: network.split('/')[0] as string, close };
}
