/**
 * Makes Math as inexact as another engine's may be. It is loaded before anything else (`node --import`). Every function whose
 * result IEEE 754 does not fix is then off by one unit in the last place, up or down. Tests compute again under it what must not
 * depend on the engine.
 */
const inexact = [
  ...['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'],
  ...['exp', 'expm1', 'log', 'log1p', 'log2', 'log10', 'pow', 'cbrt', 'hypot'],
] as const;

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);
const moved = (value: number, by: bigint): number => {
  if (!Number.isFinite(value) || value === 0) return value;
  float[0] = value;
  bits[0] = (bits[0] as bigint) + by;
  return float[0];
};

let state = Number(process.env.PERTURB_SEED ?? '1') >>> 0;
const isUp = (): boolean => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state >= 0x8000_0000;
};

for (const name of inexact) {
  const exact = Math[name] as (...values: number[]) => number;
  Object.defineProperty(Math, name, { value: (...values: number[]) => moved(exact(...values), isUp() ? 1n : -1n) });
}
