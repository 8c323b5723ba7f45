import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Keeps a process on one core, where that can be done. */
export const onCore = (core: number) => ({ under: canPin ? ['taskset', '-c', String(core)] : [] });

/** Microseconds of CPU this process has used. */
export const cpuUs = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
