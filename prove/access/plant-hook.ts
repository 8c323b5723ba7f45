import type { LoadHook } from 'node:module';

/** One place of the service's code, and what stands there instead. */
export interface Cut {
  /** Below `packages/server/dist`. */
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

let cuts: readonly Cut[] = [];

export const initialize = (data: readonly Cut[]): void => {
  cuts = data;
};

/** Loads the service with the cuts made. A cut that finds nothing, or more than one place, ends the process. */
export const load: LoadHook = async (url, context, next) => {
  const loaded = await next(url, context);
  const here = cuts.filter(({ file }) => url.endsWith(`/packages/server/dist/${file}`));
  if (here.length === 0) return loaded;
  let source = String(loaded.source);
  for (const { file, find, put } of here) {
    const found = [...source.matchAll(new RegExp(find, 'g'))].length;
    if (found !== 1) throw new Error(`${file} has ${found} places like ${find}`);
    source = source.replace(new RegExp(find), () => put);
  }
  return { ...loaded, source };
};
