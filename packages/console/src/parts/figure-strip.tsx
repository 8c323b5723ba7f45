import type { JSX } from 'preact';

export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly unit?: string;
}

/** A figure that has words in place of a value: why there is none, or when it comes. The line is as high as with a value. */
export const inWords = (words: string): Pick<Figure, 'value' | 'unit'> => ({ value: '\u200b', unit: words });

/** Stands where a value is not known, or not yet; a unit would dangle beside it. */
const unknown = '–';

/** A few figures in a row, between two hairlines. */
export const FigureStrip = ({ figures }: { figures: readonly Figure[] }): JSX.Element => (
  <dl class="figures">
    {figures.map(({ label, value, unit }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {value} {unit && value !== unknown && <small>{unit}</small>}
        </dd>
      </div>
    ))}
  </dl>
);
