import type { ComponentChildren, JSX } from 'preact';

/** The heading of a column: at the left, or at the end as figures stand, or only for those who listen to the page. */
type Heading = string | { readonly end: string } | { readonly hidden: string };

const HeadCell = ({ of }: { of: Heading }): JSX.Element => {
  if (typeof of === 'string') return <th scope="col">{of}</th>;
  if ('hidden' in of)
    return (
      <th scope="col">
        <span class="hidden">{of.hidden}</span>
      </th>
    );
  return (
    <th scope="col" class="end">
      {of.end}
    </th>
  );
};

/** A table with its headings. With the class `folds` each row takes a few lines on a phone. */
export const Table = ({
  class: look = '',
  columns,
  children,
}: {
  class?: string;
  columns: readonly Heading[];
  children: ComponentChildren;
}): JSX.Element => (
  <table class={`table ${look}`.trim()}>
    <thead>
      <tr>
        {columns.map((it) => (
          <HeadCell key={JSON.stringify(it)} of={it} />
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
