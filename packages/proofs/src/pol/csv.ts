import { isPlace } from '../geo.ts';
import type { MeshNode, MeshRow } from './mesh.ts';

/**
 * Reads the files of a calibration directory: nodes.csv (id,lat,lon,…) and rtt.csv (src,dst,min_rtt_ms). Columns may be in any
 * order.
 */
export function parseNodes(csv: string): MeshNode[] {
  const seen = new Set<string>();
  return rowsOf(csv, ['id', 'lat', 'lon']).map(([id = '', lat = '', lon = ''], i) => {
    const row = `nodes.csv: row ${i + 2} (${id})`;
    const node = { id, latitude: Number(lat || Number.NaN), longitude: Number(lon || Number.NaN) };
    if (!isPlace(node)) throw new Error(`${row} has no place on Earth.`);
    if (id === '' || seen.has(id)) throw new Error(`${row} has ${id === '' ? 'no id' : 'an id that is taken'}.`);
    seen.add(id);
    return node;
  });
}

export function parseRtts(csv: string): MeshRow[] {
  return rowsOf(csv, ['src', 'dst', 'min_rtt_ms']).flatMap(([from, to, rtt]) => {
    const rttMs = Number(rtt);
    return rttMs > 0 && rttMs < Number.POSITIVE_INFINITY ? [{ from: from as string, to: to as string, rttMs }] : [];
  });
}

function rowsOf(csv: string, wanted: readonly string[]): string[][] {
  const [head = '', ...lines] = csv.split(/\r?\n/).filter((line) => line.trim() !== '');
  const names = cells(head).map((name) => name.trim());
  const at = wanted.map((name) => names.indexOf(name));
  const missing = wanted.find((_, i) => at[i] === -1);
  if (missing) throw new Error(`A column ${missing} is missing: the first line is "${head}".`);
  return lines.map((line) => {
    const row = cells(line);
    return at.map((i) => (row[i] ?? '').trim());
  });
}

/** Commas inside quotes belong to the cell; "" is a quote. */
function cells(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
