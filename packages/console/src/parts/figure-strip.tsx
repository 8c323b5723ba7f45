import type { JSX } from 'preact';

export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly unit?: string;
}

/** Stands where a value is not known, or not yet; a unit would dangle beside it. */
const unknown = '–';
/** Words in place of a value begin where a value would, and not a space further on. The line is as high as with a value. */
export const noValue = '\u200b';

/** A few figures in a row, between two hairlines. */
export const FigureStrip = ({ figures }: { figures: readonly Figure[] }): JSX.Element => (
  <dl class="figures">
    {figures.map(({ label, value, unit }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {value === noValue ? value : `${value} `}
          {unit && value !== unknown && <small>{unit}</small>}
        </dd>
      </div>
    ))}
  </dl>
);
