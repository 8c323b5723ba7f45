import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mesh, type MeshNode, meshOf } from '@trigpoint/proofs/pol';

const rowsOf = (file: string): Record<string, string>[] => {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, i) => [names[i] as string, value])));
};

/** nodes.csv (id,lat,lon,…) and rtt.csv (src,dst,min_rtt_ms) of a directory. */
export function readMesh(dir: string): Mesh {
  const nodes: MeshNode[] = rowsOf(join(dir, 'nodes.csv')).map((row) => ({
    id: row.id as string,
    latitude: Number(row.lat),
    longitude: Number(row.lon),
  }));
  const rtts = rowsOf(join(dir, 'rtt.csv'));
  return meshOf(
    nodes,
    rtts.map((row) => ({ from: row.src as string, to: row.dst as string, rttMs: Number(row.min_rtt_ms) })),
  );
}
