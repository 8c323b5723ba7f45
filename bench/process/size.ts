/** Set by run.ts for `--small`: to see that a benchmark runs, in seconds. Its figures mean nothing. */
export const isSmall = process.env.BENCH_SIZE === 'small';

/** What was asked for; less where it is only to be seen running. */
export const atMost = (small: number, asked: number): number => (isSmall ? Math.min(small, asked) : asked);
