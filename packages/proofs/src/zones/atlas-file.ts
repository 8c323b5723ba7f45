import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Atlas, type Topology } from './atlas.ts';

let reading: Promise<Atlas> | undefined;

const readTopology = async (scale: '10m' | '50m'): Promise<Topology> => {
  const path = createRequire(import.meta.url).resolve(`world-atlas/countries-${scale}.json`);
  return JSON.parse(await readFile(path, 'utf8')) as Topology;
};

const read = async (): Promise<Atlas> => new Atlas(await readTopology('10m'));

/** The countries of Natural Earth at 1:50,000,000. They are coarser than those of verdicts, but good enough for a drawing. */
export const readDrawingAtlas = (): Promise<Topology> => readTopology('50m');

/** The countries of Natural Earth at 1:10,000,000, which never change. They are read once, which takes some hundred milliseconds. */
export const readAtlas = (): Promise<Atlas> => {
  reading ??= read();
  return reading;
};
