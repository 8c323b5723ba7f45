/** The linear algebra that interpolation needs. Matrices are Float64Array, row by row. */

/** Inverse of a symmetric positive definite matrix by Cholesky. */
export function inverse(matrix: Float64Array, n: number): Float64Array {
  const lower = Float64Array.from(matrix);
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = lower[i * n + j] as number;
      for (let k = 0; k < j; k++) sum -= (lower[i * n + k] as number) * (lower[j * n + k] as number);
      lower[i * n + j] = i === j ? Math.sqrt(sum) : sum / (lower[j * n + j] as number);
    }
  }
  // The inverse of the triangle, transposed so that rows are contiguous, then its square.
  const turned = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    turned[j * n + j] = 1 / (lower[j * n + j] as number);
    for (let i = j + 1; i < n; i++) {
      let sum = 0;
      for (let k = j; k < i; k++) sum -= (lower[i * n + k] as number) * (turned[j * n + k] as number);
      turned[j * n + i] = sum / (lower[i * n + i] as number);
    }
  }
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i; k < n; k++) sum += (turned[i * n + k] as number) * (turned[j * n + k] as number);
      out[i * n + j] = sum;
      out[j * n + i] = sum;
    }
  }
  return out;
}

/** (rows × inner) · (inner × columns). */
export function product(a: Float64Array, b: Float64Array, rows: number, inner: number, columns: number): Float64Array {
  const out = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    addProduct(out.subarray(i * columns, (i + 1) * columns), a.subarray(i * inner, (i + 1) * inner), b);
  }
  return out;
}

/** row += factor · other. */
export function addScaled(row: Float64Array, other: Float64Array, factor: number): void {
  if (factor === 0) return;
  for (let j = 0; j < row.length; j++) row[j] = (row[j] as number) + factor * (other[j] as number);
}

/** row += factors · matrix (inner × columns). It takes four rows at a time, because memory is the bottleneck. */
export function addProduct(row: Float64Array, factors: Float64Array, matrix: Float64Array): void {
  const columns = row.length;
  const inner = factors.length;
  let k = 0;
  for (; k + 3 < inner; k += 4) {
    const [f0, f1, f2, f3] = factors.subarray(k, k + 4) as unknown as [number, number, number, number];
    const [b0, b1, b2, b3] = [k * columns, (k + 1) * columns, (k + 2) * columns, (k + 3) * columns];
    for (let j = 0; j < columns; j++)
      row[j] =
        (row[j] as number) +
        (f0 * (matrix[b0 + j] as number) + f1 * (matrix[b1 + j] as number)) +
        (f2 * (matrix[b2 + j] as number) + f3 * (matrix[b3 + j] as number));
  }
  for (; k < inner; k++) addScaled(row, matrix.subarray(k * columns, (k + 1) * columns), factors[k] as number);
}

/** The p-quantile of sorted values, linear between neighbours. */
export function quantileSorted(sorted: ArrayLike<number>, p: number): number {
  if (sorted.length === 0) return Number.NaN;
  const at = p * (sorted.length - 1);
  const low = Math.floor(at);
  const a = sorted[low] as number;
  const b = sorted[Math.min(low + 1, sorted.length - 1)] as number;
  return a + (at - low) * (b - a);
}

/** The k-th smallest value, from 0. It changes the order of the values. Sorting them all would take three times as long. */
export function select(values: Float64Array, k: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1] as number;
    let [i, j] = [low, high];
    while (i <= j) {
      while ((values[i] as number) < pivot) i++;
      while ((values[j] as number) > pivot) j--;
      if (i > j) break;
      const moved = values[i] as number;
      values[i++] = values[j] as number;
      values[j--] = moved;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else break;
  }
  return values[k] as number;
}

export const quantile = (values: Iterable<number>, p: number): number =>
  quantileSorted(Float64Array.from(values).sort(), p);

export const median = (values: Iterable<number>): number => quantile(values, 0.5);

/** The two knots between which a value lies, and how far along it is. Beyond the ends both are the same knot. */
export interface Segment {
  readonly low: number;
  readonly high: number;
  readonly share: number;
}

export function segmentOf(x: number, xs: ArrayLike<number>): Segment {
  const last = xs.length - 1;
  if (x <= (xs[0] as number)) return { low: 0, high: 0, share: 0 };
  if (x >= (xs[last] as number)) return { low: last, high: last, share: 0 };
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((xs[middle] as number) <= x) low = middle;
    else high = middle;
  }
  return { low, high, share: (x - (xs[low] as number)) / ((xs[high] as number) - (xs[low] as number)) };
}

export const blended = ({ share }: Segment, low: number, high: number): number => low + share * (high - low);

export const along = (it: Segment, ys: ArrayLike<number>): number =>
  blended(it, ys[it.low] as number, ys[it.high] as number);

/** Linear interpolation through knots with increasing x; constant beyond them. */
export const interpolate = (x: number, xs: ArrayLike<number>, ys: ArrayLike<number>): number =>
  along(segmentOf(x, xs), ys);
