/** How many letters must be added, left out, changed or swapped with a neighbour to turn `a` into `b`. */
const distance = (a: string, b: string): number => {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let j = 0; j <= b.length; j++) (rows[0] as number[])[j] = j;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      (rows[i] as number[])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, swapped);
    }
  return at(a.length, b.length);
};

/** Longer names are not compared: nobody types them, and it would take long. */
const longest = 100;

/** The names that somebody may have meant: those that differ least, in at most a third of the letters. Case does not matter. */
export const nearestNames = (given: string, names: Iterable<string>): string[] => {
  let least = Math.max(1, Math.floor(Math.min(given.length, longest) / 3));
  let found = new Set<string>();
  for (const name of names) {
    if (name.length > longest || Math.abs(name.length - given.length) > least) continue;
    const apart = distance(given.toLowerCase(), name.toLowerCase());
    if (apart < least) [least, found] = [apart, new Set()];
    if (apart <= least) found.add(name);
  }
  return [...found].slice(0, 3);
};
