/** The head of every generated page: its title, and where to change it. */
export const pageHead = (title: string, source: string): string =>
  `# ${title}\n\n<!-- Written by \`npm run docs\` from ${source}: change that, not this page. -->`;

/** Inside backticks only the bar has a meaning, so `<` is escaped outside of them alone. */
const safe = (cell: string): string =>
  cell
    .split('`')
    .map((part, i) => (i % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('`')
    .replaceAll('|', '\\|');

/** A markdown table. Bars and tags in cells are escaped. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(safe).join(' | ')} |`).join('\n');
