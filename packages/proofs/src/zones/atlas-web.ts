import { Atlas, type Topology } from './atlas.ts';

let reading: Promise<Atlas> | undefined;

const read = async (): Promise<Atlas> => {
  const { default: topology } = await import('world-atlas/countries-10m.json', { with: { type: 'json' } });
  return new Atlas(topology as unknown as Topology);
};

/** The countries of Natural Earth at 1:10,000,000, as a bundler for browsers brings them: 3.6 MB, loaded when a zone is judged. */
export const readAtlas = (): Promise<Atlas> => {
  reading ??= read();
  return reading;
};
