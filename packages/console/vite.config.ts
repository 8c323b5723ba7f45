import { defineConfig, type Plugin } from 'vite';

/** Agents alone measure: the probes' code, which needs Node, stays out of the browser. */
const withoutProbes: Plugin = {
  name: 'without-probes',
  enforce: 'pre',
  resolveId: (source, from) => (source === './probe.js' && from?.includes('/proofs/dist/') ? '\0no-probe' : undefined),
  load: (id) => (id === '\0no-probe' ? 'export const probe = undefined;' : undefined),
};

/** What a setting or an option of a proof type does is read on the command line alone: 0.3 kB of the first load. */
const withoutOptions: Plugin = {
  name: 'without-options',
  transform: (code, id) =>
    /\/proofs\/dist\/\w+\/profile\.js$/.test(id) ? code.replace(/\bdoc: '[^'\n]*'/g, "doc: ''") : undefined,
};

/**
 * What every page begins with is one file: many small ones compress worse. Whatever of ours these modules import is among them, so
 * that this file needs no file that needs it.
 */
const everyPage =
  /console\/src\/(words\/\w+|figures|times|router|service|connection|proof-types|search\/words|map\/use-size|charts\/histogram|session\/session|parts\/(states|sheet|icons|verdict-glyph|table|segmented|panel|heading|figure-strip))\.tsx?$/;

/** Small parts of the list of proof types, which every page needs too. */
const asks =
  /(proofs\/dist\/(never-verified|number-words|ask-fields|proof-type|zones\/zone-names)|protocol\/dist\/(states|agent-ids))\.js$/;

/** In a circle of files one would run before what it needs. */
const withoutCircles: Plugin = {
  name: 'without-circles',
  generateBundle(_, files) {
    const importsOf = (file: string) => (files[file]?.type === 'chunk' ? files[file].imports : []);
    const done = new Set<string>();
    const visit = (file: string, above: readonly string[]): void => {
      if (above.includes(file)) this.error(`A circle of files: ${[...above, file].join(', ')}`);
      if (done.has(file)) return;
      for (const it of importsOf(file)) visit(it, [...above, file]);
      done.add(file);
    };
    for (const file of Object.keys(files)) visit(file, []);
  },
};

// `--mode specimen` builds the page of fixtures instead, for looking at and for tests.
// biome-ignore lint/style/noDefaultExport: vite reads the default export
export default defineConfig(({ mode }) => ({
  plugins: [withoutProbes, withoutOptions, withoutCircles],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: mode === 'specimen' ? 'dist/specimen-page' : 'dist/site',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing may be inlined as data: the policy allows scripts, styles and fonts from this origin alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    // The borders of all countries, which are loaded when a zone is judged again, are one file of 3.6 MB.
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      input: mode === 'specimen' ? 'specimen.html' : 'index.html',
      output: {
        codeSplitting: mode === 'specimen' || {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'every-page', test: everyPage },
            { name: 'asks', test: asks },
          ],
        },
      },
    },
  },
}));
