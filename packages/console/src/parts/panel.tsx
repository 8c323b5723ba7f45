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

export const LegendItem = ({ sign, children }: { sign: JSX.Element; children: ComponentChildren }): JSX.Element => (
  <li>
    {sign}
    <span>{children}</span>
  </li>
);
