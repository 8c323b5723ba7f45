import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Atlas, type Topology } from './atlas.ts';

/** The countries of Natural Earth at 1:10,000,000. Takes some hundred milliseconds and 20 MB. */
export async function readAtlas(): Promise<Atlas> {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
  return new Atlas(JSON.parse(await readFile(path, 'utf8')) as Topology);
}
