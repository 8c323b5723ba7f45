import { numbersOf } from '@trigpoint/proofs/testing-numbers';

/** A stream of numbers that one seed repeats. */
export interface Random {
  (): number;
  below(n: number): number;
  between(low: number, high: number): number;
  normal(): number;
  sample<T>(items: readonly T[], count: number): T[];
}

export function seeded(seed: number): Random {
  const next = numbersOf(seed);
  return Object.assign(next, {
    below: (n: number) => Math.floor(next() * n),
    between: (low: number, high: number) => low + (high - low) * next(),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    sample: <T>(items: readonly T[], count: number): T[] => {
      const pool = [...items];
      for (let i = 0; i < Math.min(count, pool.length); i++) {
        const j = i + Math.floor(next() * (pool.length - i));
        [pool[i], pool[j]] = [pool[j] as T, pool[i] as T];
      }
      return pool.slice(0, count);
    },
  });
}
