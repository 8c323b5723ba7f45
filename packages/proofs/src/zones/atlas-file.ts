import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Atlas, type Topology } from './atlas.ts';

let reading: Promise<Atlas> | undefined;

const read = async (): Promise<Atlas> => {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
  return new Atlas(JSON.parse(await readFile(path, 'utf8')) as Topology);
};

/** The countries of Natural Earth at 1:10,000,000, which never change. They are read once, which takes some hundred milliseconds. */
export const readAtlas = (): Promise<Atlas> => {
  reading ??= read();
  return reading;
};
