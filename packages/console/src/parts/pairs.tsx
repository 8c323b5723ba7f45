import type { ComponentChildren, JSX } from 'preact';

export interface Pair {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly mono?: boolean;
}

export const Pairs = ({ pairs }: { pairs: readonly Pair[] }): JSX.Element => (
  <dl class="pairs">
    {pairs.map(({ label, value, mono }) => (
      <>
        <dt>{label}</dt>
        <dd class={mono ? 'mono' : ''}>{value}</dd>
      </>
    ))}
  </dl>
);
