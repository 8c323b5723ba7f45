import { figureNames, type MoveFigures, type MoveRule } from '@trigpoint/proofs/pol';
import { atMost } from '../process/size.ts';

export interface Example {
  readonly figures: MoveFigures;
  readonly isMove: boolean;
  readonly weight: number;
}

const rounds = atMost(50, 4_000);
const step = 0.3;
const decay = 1e-3;

/** Logistic regression over the standardised figures. The weights that it returns are for the figures as they are. */
export function train(examples: readonly Example[]): MoveRule['weights'] {
  const all = examples.map(({ figures }) => figureNames.map((name) => figures[name]));
  const total = examples.reduce((sum, it) => sum + it.weight, 0);
  const mean = figureNames.map((_, f) => all.reduce((sum, it) => sum + (it[f] as number), 0) / all.length);
  const spread = figureNames.map(
    (_, f) =>
      Math.sqrt(all.reduce((sum, it) => sum + ((it[f] as number) - (mean[f] as number)) ** 2, 0) / all.length) || 1,
  );
  const rows = all.map((it) => [1, ...it.map((value, f) => (value - (mean[f] as number)) / (spread[f] as number))]);
  const weights = new Array<number>(figureNames.length + 1).fill(0);
  for (let round = 0; round < rounds; round++) {
    const slope = weights.map((w, f) => (f === 0 ? 0 : decay * w));
    for (const [i, row] of rows.entries()) {
      const { isMove, weight } = examples[i] as Example;
      const score = 1 / (1 + Math.exp(-row.reduce((sum, value, f) => sum + value * (weights[f] as number), 0)));
      for (const [f, value] of row.entries())
        slope[f] = (slope[f] as number) + (weight / total) * (score - (isMove ? 1 : 0)) * value;
    }
    for (const [f, value] of slope.entries()) weights[f] = (weights[f] as number) - step * value;
  }
  const plain = figureNames.map((_, f) => (weights[f + 1] as number) / (spread[f] as number));
  const one = plain.reduce((sum, w, f) => sum - w * (mean[f] as number), weights[0] as number);
  return {
    one,
    ...Object.fromEntries(figureNames.map((name, f) => [name, plain[f] as number])),
  } as MoveRule['weights'];
}
