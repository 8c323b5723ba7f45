import type { Figure } from '../parts/figure-strip.tsx';

/** A figure that has words in place of a value: why there is none, or when it comes. The line is as high as with a value. */
export const inWords = (words: string): Pick<Figure, 'value' | 'unit'> => ({ value: '\u200b', unit: words });
