import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { holdToCores } from './cores.ts';

/** Ticks of user and system time, of which Linux counts a hundred in a second. */
const ticksOf = async (pid: number): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
};

test('a process that could take a whole core takes its part of one', async ({ skip }) => {
  const busy = spawn(process.execPath, ['-e', 'for (;;);']);
  const pid = busy.pid as number;
  const remove = await holdToCores(pid, 0.2);
  try {
    if (!remove) skip('this system lets us bound no process');
    const [ticks, from] = [await ticksOf(pid), performance.now()];
    await pause(1_500);
    // A busy machine gives it less; none gives it more.
    expect((await ticksOf(pid)) - ticks).toBeLessThan((0.3 * (performance.now() - from)) / 10);
  } finally {
    busy.kill('SIGKILL');
    await once(busy, 'exit');
    await remove?.();
  }
});
