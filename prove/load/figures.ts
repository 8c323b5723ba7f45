/** The value that this share of them does not exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

/** How much `y` grows when `x` grows by one, by least squares. */
export const slope = (points: readonly { readonly x: number; readonly y: number }[]): number => {
  const mean = (pick: (it: { x: number; y: number }) => number) =>
    points.reduce((sum, it) => sum + pick(it), 0) / points.length;
  const [x, y] = [mean((it) => it.x), mean((it) => it.y)];
  const together = points.reduce((sum, it) => sum + (it.x - x) * (it.y - y), 0);
  return together / points.reduce((sum, it) => sum + (it.x - x) ** 2, 0);
};
