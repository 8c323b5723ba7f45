export interface Slot {
  readonly from: number;
  /** `partly`: the agent was connected for less than nine tenths of the time. `before`: it had not been seen yet. */
  readonly state: 'seen' | 'partly' | 'away' | 'before';
}

const slotMs = 15 * 60_000;
const slotCount = 96;

/** The last day in quarters of an hour, oldest first. The last quarter has not ended, so only the part that has passed counts. */
export const slotsOf = (
  spans: readonly { readonly from: string; readonly until: string }[],
  firstSeen: number,
  now: number,
): Slot[] => {
  const times = spans.map((it) => ({ from: Date.parse(it.from), until: Date.parse(it.until) }));
  return Array.from({ length: slotCount }, (_, i): Slot => {
    const from = now - (slotCount - i) * slotMs;
    const until = from + slotMs;
    if (until <= firstSeen) return { from, state: 'before' };
    const begin = Math.max(from, firstSeen);
    const covered = times.reduce(
      (sum, it) => sum + Math.max(0, Math.min(it.until, until) - Math.max(it.from, begin)),
      0,
    );
    const share = covered / (until - begin);
    return { from, state: share >= 0.9 ? 'seen' : share > 0 ? 'partly' : 'away' };
  });
};

/** The longest time that the agent was away without a break. `middle` is where the middle of it lies in the day, from 0 to 1. */
export const longestGap = (
  slots: readonly Slot[],
): { readonly from: number; readonly until: number; readonly middle: number } | undefined => {
  let [begin, length] = [0, 0];
  let run = 0;
  slots.forEach((slot, i) => {
    run = slot.state === 'away' ? run + 1 : 0;
    if (run > length) [begin, length] = [i - run + 1, run];
  });
  const first = slots[begin];
  if (length === 0 || !first) return undefined;
  return { from: first.from, until: first.from + length * slotMs, middle: (begin + length / 2) / slots.length };
};
