import { geoPath } from 'd3-geo';
import type { Geometry } from 'geojson';
import type { Box, Point } from './boxes.ts';
import type { View } from './views.ts';

/** A line that is drawn on the map, in one or more runs. */
export interface Line {
  readonly id: string;
  readonly runs: readonly (readonly Point[])[];
}

/** A line as the map draws it: bent and cut off as it is there. */
export const lineOn = (view: View, id: string, geometry: Geometry): Line => {
  const runs: Point[][] = [];
  geoPath(view.projection, {
    beginPath: () => undefined,
    arc: () => undefined,
    moveTo: (x, y) => runs.push([{ x, y }]),
    lineTo: (x, y) => runs.at(-1)?.push({ x, y }),
    closePath: () => {
      const run = runs.at(-1);
      if (run?.[0]) run.push(run[0]);
    },
  })(geometry);
  return { id, runs };
};

/** The edge of a zone is dark and winds, so a label that it crosses is as hard to read as under three other lines. */
export const zoneLines = (view: View, outline: Geometry): Line[] => {
  const { runs } = lineOn(view, 'zone', outline);
  return ['zone', 'zone again', 'zone once more'].map((id) => ({ id, runs }));
};

const cellPx = 6;
/** The lines of a cell are bits of a number. If a map has more lines than this, the last ones are counted as one. */
const mostLines = 30;

/** How many lines cross some boxes. Lines are drawn into cells of a few px once, because many boxes are tried. */
export const crossingCounter = (lines: readonly Line[], frame: Box) => {
  const columns = Math.ceil(frame.width / cellPx) + 1;
  const rows = Math.ceil(frame.height / cellPx) + 1;
  const cells = new Uint32Array(columns * rows);
  const cellOf = (value: number, from: number) => Math.floor((value - from) / cellPx);
  const bits = new Map(lines.map((it, i) => [it.id, 1 << Math.min(i, mostLines)]));
  const mark = (x: number, y: number, bit: number) => {
    const [column, row] = [cellOf(x, frame.x), cellOf(y, frame.y)];
    if (column < 0 || row < 0 || column >= columns || row >= rows) return;
    const i = row * columns + column;
    cells[i] = (cells[i] ?? 0) | bit;
  };
  for (const { id, runs } of lines) {
    const bit = bits.get(id) ?? 0;
    for (const run of runs)
      run.forEach((a, i) => {
        const b = run[i + 1] ?? a;
        const parts = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / (cellPx / 2)));
        for (let n = 0; n < parts; n++) mark(a.x + ((b.x - a.x) * n) / parts, a.y + ((b.y - a.y) * n) / parts, bit);
      });
  }
  return (boxes: readonly Box[], ignores: readonly string[]): number => {
    let met = 0;
    for (const it of boxes) {
      const right = Math.min(columns - 1, cellOf(it.x + it.width, frame.x));
      const bottom = Math.min(rows - 1, cellOf(it.y + it.height, frame.y));
      for (let row = Math.max(0, cellOf(it.y, frame.y)); row <= bottom; row++)
        for (let column = Math.max(0, cellOf(it.x, frame.x)); column <= right; column++)
          met |= cells[row * columns + column] ?? 0;
    }
    for (const id of ignores) met &= ~(bits.get(id) ?? 0);
    let count = 0;
    for (; met !== 0; met &= met - 1) count++;
    return count;
  };
};
