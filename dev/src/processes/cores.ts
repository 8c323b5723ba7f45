import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PERIOD_US = 10_000;

/** The two versions of Linux control groups for processors: where they are, and how a bound is written. */
const versions = [
  {
    root: '/sys/fs/cgroup/cpu',
    bound: (quotaUs: number) => ({ 'cpu.cfs_period_us': `${PERIOD_US}`, 'cpu.cfs_quota_us': `${quotaUs}` }),
  },
  { root: '/sys/fs/cgroup', bound: (quotaUs: number) => ({ 'cpu.max': `${quotaUs} ${PERIOD_US}` }) },
] as const;

/**
 * Limits a process with all its threads to a number of cores, which may be a part of one, as on a small machine. Returns a function that
 * removes the bound after the process has ended. Undefined if the system does not allow it.
 */
export const holdToCores = async (pid: number, cores: number): Promise<(() => Promise<void>) | undefined> => {
  for (const { root, bound } of versions) {
    const group = join(root, `trigpoint-${pid}`);
    try {
      await mkdir(group);
    } catch {
      continue;
    }
    try {
      const files = { ...bound(Math.round(cores * PERIOD_US)), 'cgroup.procs': `${pid}` };
      for (const [name, text] of Object.entries(files)) await writeFile(join(group, name), text, { flag: 'r+' });
      return () => rmdir(group);
    } catch {
      await rmdir(group);
    }
  }
  return undefined;
};
