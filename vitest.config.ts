import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst, SlowestFiles } from './scripts/test-order.ts';
import { compiledOf, lonelyTests, longTests, measuringTests } from './scripts/test-times.ts';

const tests = [
  'packages/*/dist/**/*.test.js',
  'contracts/dist/**/*.test.js',
  'dev/dist/**/*.test.js',
  'prove/dist/*.test.js',
  'bench/dist/*.test.js',
  'examples/dist/*.test.js',
  'scripts/dist/*.test.js',
];
const measuring = measuringTests.map(compiledOf);
/** To load modules is a small part of long files. */
const alone = ['packages/console/dist/browser/**/*.test.js', ...[...lonelyTests, ...longTests].map(compiledOf)];
/** Where the certificates are that whoever asks the registry of npm may need, which is no part of what is tested. */
const { NODE_EXTRA_CA_CERTS: REGISTRY_CA_CERTS = '' } = process.env;
const usual = {
  // Every Node process would read the certificates that this variable names, which takes 0.15 s of CPU. Tests start hundreds.
  env: { NODE_EXTRA_CA_CERTS: '', REGISTRY_CA_CERTS },
  server: { deps: { external: [/\/dist\/(?!.*\.test\.js$)/] } },
  // Against tests that hang, not a bound on speed: on a busy machine everything takes several times as long.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 120_000 } },
};

const yielding = { setupFiles: ['scripts/dist/test-behind.js'] };

// Tests run on the JavaScript that ships: `tsc -b` first, then the compiled *.test.js beside the code they test.
// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    projects: [
      { test: { ...usual, name: 'measuring', include: measuring } },
      { test: { ...usual, ...yielding, name: 'alone', include: alone, exclude: measuring } },
      // Many files share a process: to load the service for each of them took a third of their time.
      {
        test: {
          ...usual,
          ...yielding,
          name: 'together',
          include: tests,
          exclude: [...alone, ...measuring],
          isolate: false,
        },
      },
    ],
    globalSetup: 'packages/server/dist/db/testing-setup.js',
    // Half of the time a file waits: for challenges, for processes that it started. Measurements of bandwidth that find the
    // machine too busy are tried again.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new SlowestFiles()],
    passWithNoTests: true,
  },
});
