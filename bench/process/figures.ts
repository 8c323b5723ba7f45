/** One figure of a benchmark, as `npm run bench -- all` collects it. */
export interface Figure {
  /** Which chart it belongs to. */
  readonly subject: string;
  readonly name: string;
  readonly unit: string;
  /** Whether a higher figure is the better one. */
  readonly isMoreBetter?: boolean;
  readonly ours: number;
  /** What others do in the same run. */
  readonly peer?: { readonly name: string; readonly value: number };
  /** The value that was aimed for, or that cannot be exceeded. */
  readonly aim?: number;
}

const mark = 'figure: ';

/** Hands a figure over to `all`. Whoever runs the benchmark by itself reads the same figure in its table. */
export const figure = (it: Figure): void => {
  if (process.env.BENCH_FIGURES === 'on') process.stdout.write(`${mark}${JSON.stringify(it)}\n`);
};

export const readFigures = (output: string): Figure[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith(mark))
    .map((line) => JSON.parse(line.slice(mark.length)) as Figure);
