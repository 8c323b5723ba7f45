import { defineConfig, type Plugin } from 'vite';

/** Agents alone measure: the probes' code, which needs Node, stays out of the browser. */
const withoutProbes: Plugin = {
  name: 'without-probes',
  enforce: 'pre',
  resolveId: (source, from) => (source === './probe.js' && from?.includes('/proofs/dist/') ? '\0no-probe' : undefined),
  load: (id) => (id === '\0no-probe' ? 'export const probe = undefined;' : undefined),
};

// `--mode specimen` builds the page of fixtures instead, for looking at and for tests.
// biome-ignore lint/style/noDefaultExport: vite reads the default export
export default defineConfig(({ mode }) => ({
  plugins: [withoutProbes],
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
    rolldownOptions: { input: mode === 'specimen' ? 'specimen.html' : 'index.html' },
  },
}));
