import { renderApi } from './docs-api.ts';
import { renderCli } from './docs-cli.ts';
import { renderConfig } from './docs-config.ts';
import { renderErrors } from './docs-errors.ts';
import type { Check } from './sources.ts';

export interface GeneratedDoc {
  readonly path: string;
  render(): string;
}

/** Every page that is written from the code. `npm run docs` writes them, `npm run check` compares them. */
export const generatedDocs: readonly GeneratedDoc[] = [
  { path: 'docs/api.md', render: renderApi },
  { path: 'docs/cli.md', render: renderCli },
  { path: 'docs/config.md', render: renderConfig },
  { path: 'docs/errors.md', render: renderErrors },
];

export const checkDocs: Check = (sources) => {
  const written = new Map(sources.map(({ path, text }) => [path, text]));
  return generatedDocs
    .filter(({ path, render }) => written.get(path) !== render())
    .map(({ path }) => `${path} differs from the code: npm run docs`);
};
