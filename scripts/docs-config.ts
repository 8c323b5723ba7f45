import { configVariables } from '@trigpoint/server';
import { pageHead, table } from './docs-page.ts';

export const renderConfig = (): string => {
  const variables: [string, { doc: string; fallback?: string }][] = Object.entries(configVariables);
  const rows = variables.map(([name, { doc, fallback }]) => [
    `\`${name}\``,
    fallback === undefined || fallback === '' ? '' : `\`${fallback}\``,
    doc,
  ]);
  return `${pageHead('Configuration', 'packages/server/src/config/variables.ts')}

The service is configured by environment variables alone. An empty variable counts as absent. A value that cannot be
used, or two that contradict each other, stop the start with a sentence that names the variable.

${table(['variable', 'default', 'meaning'], rows)}
`;
};
