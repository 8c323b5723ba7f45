import * as figures from '../figures.ts';
import { type Figure, noValue } from '../parts/figure-strip.tsx';
import type { Outcome } from '../parts/verdict-glyph.tsx';
import { say } from '../words/say.ts';

/** A figure that has words in place of a value: why there is none, or when it comes. */
export const inWords = (words: string): Pick<Figure, 'value' | 'unit'> => ({ value: noValue, unit: words });

/** What challengers got. The network pays for verdicts alone, so where one is open a 0 comes with its reason. */
export const paidFigure = (outcome: Outcome, points: number): Figure => ({
  label: say('Paid to challengers'),
  value: figures.points(points),
  unit:
    points === 0 && (outcome === 'inconclusive' || outcome === 'contradictory')
      ? say('POINTS: nothing was decided')
      : points > 0
        ? say('POINTS, from the network')
        : 'POINTS',
});
