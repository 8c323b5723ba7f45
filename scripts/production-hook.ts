import { readFile } from 'node:fs/promises';
import type { ResolveHook } from 'node:module';
import { root } from './sources.ts';

const lock = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8')) as {
  packages: Record<string, { readonly dev?: boolean }>;
};
const packageAt = new RegExp(`^file://${root}(.*node_modules/(?:@[^/]+/)?[^/]+)/`);

/** A hook for module.register. It refuses packages that `npm ci --omit=dev` would leave out. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  const found = await next(specifier, context);
  const path = packageAt.exec(found.url)?.[1];
  if (path !== undefined && lock.packages[path]?.dev) throw new Error(`${specifier} is a development dependency`);
  return found;
};
