import type { ComponentChildren, JSX } from 'preact';

interface PanelProps {
  readonly title: ComponentChildren;
  /** Says the unit or the order. */
  readonly sub?: ComponentChildren;
  readonly tools?: ComponentChildren;
  readonly legend?: ComponentChildren;
  readonly class?: string;
  /** Content that touches the panel's edges: maps and tables. */
  readonly flush?: boolean;
  readonly children: ComponentChildren;
}

export const Panel = ({ title, sub, tools, legend, flush, children, ...rest }: PanelProps): JSX.Element => (
  <section class={`panel ${rest.class ?? ''}`}>
    <div class="top">
      <h2>{title}</h2>
      {sub && <span class="sub">{sub}</span>}
      {tools && <div class="tools">{tools}</div>}
    </div>
    <div class={`inner grow ${flush ? 'flush' : ''}`}>{children}</div>
    {legend && <ul class="legend">{legend}</ul>}
  </section>
);

/** A sign and its meaning. With `width` and `height` the origin of the drawing is at the top left, without them in the middle. */
export const LegendItem = ({
  sign,
  width,
  height = width,
  children,
}: {
  sign: ComponentChildren;
  width?: number;
  height?: number;
  children: ComponentChildren;
}): JSX.Element => (
  <li>
    <svg
      width={width ?? 20}
      height={height ?? 20}
      viewBox={width === undefined ? '-10 -10 20 20' : `0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {sign}
    </svg>
    <span>{children}</span>
  </li>
);
