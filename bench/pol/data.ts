import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mesh, meshOf, parseNodes, parseRtts } from '@trigpoint/proofs/pol';

/** nodes.csv (id,lat,lon,…) and rtt.csv (src,dst,min_rtt_ms) of a directory. */
export const readMesh = (dir: string): Mesh =>
  meshOf(
    parseNodes(readFileSync(join(dir, 'nodes.csv'), 'utf8')),
    parseRtts(readFileSync(join(dir, 'rtt.csv'), 'utf8')),
  );
