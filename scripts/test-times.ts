/**
 * Seconds that the longest test files take on two quiet cores. They start first, so that no core is left with a long
 * file when the others are done. `npm test` prints the times of its run.
 */
const long: Readonly<Record<string, number>> = {
  'scripts/doc-commands.test.ts': 500,
  'prove/small.test.ts': 500,
  'packages/console/src/browser/challenge.test.ts': 90,
  'packages/cli/src/commands.test.ts': 180,
  'scripts/sdk-install.test.ts': 50,
  'packages/console/src/browser/specimen.test.ts': 50,
  'scripts/openapi-fuzz.test.ts': 75,
  'prove/access.test.ts': 80,
  'prove/cluster.test.ts': 45,
  'prove/small-in-time.test.ts': 40,
  'prove/attacks.test.ts': 35,
  'packages/console/src/browser/every-page.test.ts': 60,
  'packages/console/src/browser/german.test.ts': 50,
  'packages/console/src/browser/sign-in.test.ts': 40,
  'packages/console/src/browser/campaign.test.ts': 35,
  'packages/console/src/browser/lists.test.ts': 30,
  'packages/console/src/browser/owner.test.ts': 30,
  'packages/console/src/browser/live.test.ts': 30,
  'packages/console/src/browser/watches.test.ts': 25,
  'packages/console/src/browser/without-chain.test.ts': 40,
  'dev/src/watched-moves.test.ts': 75,
  'dev/src/crowd/watching.test.ts': 65,
  'packages/server/src/coordination/coordinator.test.ts': 15,
  'packages/server/src/coordination/ways-to-end.test.ts': 15,
  'dev/src/request.test.ts': 28,
  'dev/src/secrecy.test.ts': 25,
  'dev/src/location/whole-path.test.ts': 25,
  'examples/examples.test.ts': 45,
  'dev/src/bandwidth/bandwidth.test.ts': 25,
  'packages/server/src/coordination/consent.test.ts': 25,
  'packages/server/src/coordination/direct.test.ts': 25,
  'scripts/api-examples.test.ts': 20,
  'packages/server/src/http/idempotency-keys.test.ts': 20,
  'scripts/deploy.test.ts': 20,
  'examples/doc-examples.test.ts': 20,
  'packages/server/src/watch/watch-costs.test.ts': 18,
  'packages/proofs/src/pol/probe.test.ts': 18,
};
const usual = 3;

/** How long a test takes, by the path of its source. A file without an entry takes a few seconds. */
export const secondsOf = (path: string): number => long[path] ?? usual;

/** The files above. A test checks that each of them exists: one that was renamed would start last without anybody noticing. */
export const longTests: readonly string[] = Object.keys(long);

/** Modules of the console remember what they have loaded, as a page does. These tests load other maps, wallets or languages. */
export const lonelyTests: readonly string[] = [
  'packages/console/src/campaign/tiles.test.ts',
  'packages/console/src/challenge/open-zone.test.ts',
  'packages/console/src/map/atlas.test.ts',
  'packages/console/src/pages/words.test.ts',
  'packages/console/src/session/wallets.test.ts',
  'packages/console/src/words/words.test.ts',
];

/** Tests that measure by the clock. On a starved machine a measurement has no result, so the other files yield to these. */
export const measuringTests: readonly string[] = [
  'scripts/doc-commands.test.ts',
  'prove/cluster.test.ts',
  'prove/small-in-time.test.ts',
  'examples/examples.test.ts',
  'examples/doc-examples.test.ts',
  'packages/cli/src/commands.test.ts',
  'packages/console/src/browser/challenge.test.ts',
  'dev/src/bandwidth/bandwidth.test.ts',
  'dev/src/request.test.ts',
  'dev/src/location/whole-path.test.ts',
  'packages/proofs/src/handshake.test.ts',
  'packages/proofs/src/pob/probe.test.ts',
  'packages/proofs/src/pol/probe.test.ts',
];

const hasSrc = /^(?:packages\/[\w-]+|contracts|dev)\//;

/** Tests run from what the compiler wrote: `packages/cli/dist/serve.test.js` is `packages/cli/src/serve.test.ts`. */
export const sourceOf = (compiled: string): string =>
  compiled.replace(/\/dist\//, hasSrc.test(compiled) ? '/src/' : '/').replace(/\.js$/, '.ts');

export const compiledOf = (source: string): string =>
  (hasSrc.test(source) ? source.replace('/src/', '/dist/') : source.replace('/', '/dist/')).replace(/\.tsx?$/, '.js');
