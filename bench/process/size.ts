/** Set by run.ts for `--small`: to see that a benchmark runs, in seconds. Its figures mean nothing. */
export const isSmall = process.env.BENCH_SIZE === 'small';

/** The size that was asked for. At small size it is at most `small`. */
export const atMost = (small: number, asked: number): number => (isSmall ? Math.min(small, asked) : asked);
