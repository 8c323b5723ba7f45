/** The head of every generated page: its title, and where to change it. */
export const pageHead = (title: string, source: string): string =>
  `# ${title}\n\n<!-- Written by \`npm run docs\` from ${source}: change that, not this page. -->`;

/** Inside backticks nothing but the bar means anything. */
const safe = (cell: string): string =>
  cell
    .split('`')
    .map((part, i) => (i % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('`')
    .replaceAll('|', '\\|');

/** A markdown table; bars and tags in cells are kept from doing harm. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(safe).join(' | ')} |`).join('\n');
