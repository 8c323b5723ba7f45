import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anchoringBytes, firstLoadBytes, pageBytes } from './build-console.ts';
import { root } from './sources.ts';

const built = existsSync(join(root, 'packages/console/dist/site/.vite/manifest.json'));

test.skipIf(!built)(
  `the first page of the console loads at most 60 kB of script${built ? '' : ' (not built: run npm run build)'}`,
  async () => {
    expect(await firstLoadBytes()).toBeLessThanOrEqual(60_000);
  },
);

/** What judges and checks has another 130 kB: a page that begins with it by mistake is above this. */
test.skipIf(!built)(
  `no page needs more than 100 kB of script before it shows anything${built ? '' : ' (not built: run npm run build)'}`,
  async () => {
    const pages = Object.entries(await pageBytes());
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.filter(([, bytes]) => bytes > 100_000)).toEqual([]);
  },
);

test.skipIf(!built)(
  `anchoring evidence loads at most 150 KB more${built ? '' : ' (not built: run npm run build)'}`,
  async () => {
    expect(await anchoringBytes()).toBeLessThanOrEqual(150_000);
  },
);
