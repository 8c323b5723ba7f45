import { distances, type Place } from '../geo.ts';

/** A node of the mesh: a challenger as the calibration knows it. (Nodes of the service are something else.) */
export interface MeshNode extends Place {
  readonly id: string;
  /** Nodes of one owner, or in one network, count as one voice. A node without either is a voice of its own. */
  readonly owner?: string;
  readonly network?: string;
  /** False for a node that is not admitted. It can be doubted, but it cannot cast doubt on others. */
  readonly isMeasurer?: boolean;
}

/** What challengers measured of each other: the fastest round trip of each pair in ms, in either direction. NaN if there is none. */
export interface Mesh {
  readonly nodes: readonly MeshNode[];
  /** n × n, symmetric. */
  readonly rttMs: Float64Array;
  /** n × n. */
  readonly km: Float64Array;
}

/** One measurement between two nodes, in one direction. */
export interface MeshRow {
  readonly from: string;
  readonly to: string;
  readonly rttMs: number;
}

/** Of several measurements of a pair the fastest counts, because delay is only ever added. */
export function meshOf(nodes: readonly MeshNode[], rows: Iterable<MeshRow>): Mesh {
  const index = new Map(nodes.map(({ id }, i) => [id, i]));
  const n = nodes.length;
  const rttMs = new Float64Array(n * n).fill(Number.NaN);
  for (const row of rows) {
    const [i, j] = [index.get(row.from), index.get(row.to)];
    if (i === undefined || j === undefined || i === j || !(row.rttMs > 0)) continue;
    if (!(row.rttMs >= (rttMs[i * n + j] as number))) {
      rttMs[i * n + j] = row.rttMs;
      rttMs[j * n + i] = row.rttMs;
    }
  }
  return { nodes, rttMs, km: distances(nodes, nodes) };
}

/** The same mesh as if these nodes had never taken part. */
export function without(mesh: Mesh, left: (node: MeshNode, index: number) => boolean): Mesh {
  const kept = mesh.nodes.map((node, i) => (left(node, i) ? -1 : i)).filter((i) => i >= 0);
  if (kept.length === mesh.nodes.length) return mesh;
  const n = mesh.nodes.length;
  const shrink = (from: Float64Array): Float64Array => {
    const to = new Float64Array(kept.length * kept.length);
    for (const [a, i] of kept.entries())
      for (const [b, j] of kept.entries()) to[a * kept.length + b] = from[i * n + j] as number;
    return to;
  };
  return { nodes: kept.map((i) => mesh.nodes[i] as MeshNode), rttMs: shrink(mesh.rttMs), km: shrink(mesh.km) };
}
