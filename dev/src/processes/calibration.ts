import { startChild } from './child.ts';

/** How many units of plain work one process does in a second on this machine now, besides whatever else runs. */
export const calibrate = async (seconds: number): Promise<number> => {
  const child = await startChild(new URL('./calibration-process.js', import.meta.url), {});
  try {
    // Code that has never run is slow at first.
    await child.ask({ seconds: seconds / 4 });
    return (await child.ask<{ perSecond: number }>({ seconds })).perSecond;
  } finally {
    await child.end('SIGKILL');
  }
};
