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
 * What every page begins with is one file, and so are other parts that are needed together: many small files compress worse, and each
 * costs the browser time. Whatever of ours these modules import is in such a file too, so that no file needs one that needs it.
 */
const groups = [
  {
    name: 'every-page',
    test: /\/preact\/|console\/src\/(words\/\w+|figures|times|router|service|connection|proof-types|network|search\/words|map\/(use-size|zone-words)|charts\/histogram|session\/session|challenge\/(agents|outcomes|loads)|parts\/(after-paint|command|states|button|sheet|icons|verdict-glyph|table|challenge-table|segmented|panel|pairs|copy-button|heading|figure-strip))\.tsx?$/,
  },
  {
    name: 'asks',
    test: /(proofs\/dist\/(registry|abi|ask|hex|never-verified|number-words|ask-fields|proof-type|zones\/zone-names|pol\/distances|\w+\/(ask|profile))|protocol\/dist\/(states|agent-ids|service-error|login-text|public-host|random-hex)|client\/dist\/(client|once|service-info))\.js$/,
  },
  // Small parts of what judges and checks: pages show figures with them, and need the rest only if somebody checks.
  {
    name: 'shown',
    test: /(proofs\/dist\/(development|geo|fixed-math|pol\/(claims|discs)|zones\/country-names)|client\/dist\/certificate\/strip)\.js$/,
  },
  {
    name: 'maps',
    test: /\/(d3-geo|d3-array)\/|\/topojson-client\/src\/(identity|transform|reverse|feature)\.js$|console\/src\/map\/(boxes|earth|views|marks|atlas|names|base-map|use-after-paint|use-atlas|shifts|use-zoom)\.tsx?$/,
  },
  {
    name: 'near-maps',
    test: /\/topojson-client\/src\/(stitch|mesh)\.js$|console\/src\/(map\/(allowed|arc-labels|local-layout|lines|labels|zones|zone-layer|zone-legend|allowed-set|dimension|cities)|challenge\/pol-view)\.tsx?$/,
  },
  {
    name: 'evidence',
    test: /console\/src\/(challenge\/(from-evidence|readings|payments|told-apart|with-names|overlap)|verify\/(three-words|words|recomputed)|watch\/(watched|names|ticks|results)|request\/ask-again)\.tsx?$/,
  },
];

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
    // Nobody waits for the page of fixtures to come over a network.
    minify: mode !== 'specimen',
    target: 'es2022',
    // Nothing may be inlined as data: the policy allows scripts, styles and fonts from this origin alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    // The borders of all countries, which are loaded when a zone is judged again, are one file of 3.6 MB.
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      // Whoever starts the service for the first time reads what the build prints.
      checks: { bundlerTimings: false },
      input: mode === 'specimen' ? 'specimen.html' : 'index.html',
      output: {
        codeSplitting: mode === 'specimen' || {
          includeDependenciesRecursively: false,
          groups,
        },
      },
    },
  },
}));
