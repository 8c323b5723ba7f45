import type { ProofType } from '../proof-type.ts';

const bars = '▁▂▃▄▅▆▇█';

/** The middle of the rates so far, and their curve. */
export const progress: ProofType['progress'] = (updates) => {
  const rates = updates.flatMap(({ mbps }) => (typeof mbps === 'number' ? [mbps] : []));
  // Single looks jump with the scheduler, and the verdict leaves out what led in: about is all that can be said so far.
  const moving = rates.filter((it) => it > 0).sort((a, b) => a - b);
  const middle = moving[Math.floor(moving.length / 2)];
  if (middle === undefined) return undefined;
  const most = Math.max(...rates);
  const curve = rates.slice(-24).map((it) => bars[Math.round((it / most) * (bars.length - 1))]);
  return { figure: `about ${middle.toPrecision(2).padStart(4)} Mbit/s`, note: curve.join('') };
};
