import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useSize } from '../map/use-size.ts';

/** The hash of a campaign's name. The same name always gives the same landscape. */
const seedOf = (name: string): number => {
  let hash = 2_166_136_261;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
};

const random = (seed: number) => {
  let state = seed || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
};

interface Hill {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly height: number;
}

const cell = 10;
const levels = 17;

/** A campaign without a banner gets contour lines drawn from its name. */
export const Contours = ({ name, height }: { name: string; height: number }): JSX.Element => {
  const [ref, size] = useSize<HTMLDivElement>();
  const drawn = useMemo(() => (size ? draw(name, size.width, height) : undefined), [name, size, height]);
  return (
    <div class="contours" ref={ref} style={{ height: `${height}px` }}>
      {drawn && size && (
        <svg width={size.width} height={height} aria-hidden="true">
          {drawn.lines.map(({ path, strong, level }) => (
            <path
              key={level}
              d={path}
              fill="none"
              stroke="var(--ms)"
              stroke-opacity={strong ? 0.55 : 0.26}
              stroke-width={strong ? 1.3 : 1}
            />
          ))}
          <g transform={`translate(${drawn.top.x} ${drawn.top.y})`}>
            <path
              d="M0-11 10.3 7H-10.3Z"
              fill="var(--sf)"
              stroke="var(--ink)"
              stroke-width="2.2"
              stroke-linejoin="round"
            />
            <circle cy="1" r="2.2" fill="var(--ink)" />
          </g>
        </svg>
      )}
    </div>
  );
};

export const draw = (name: string, width: number, height: number) => {
  const next = random(seedOf(name));
  const count = Math.max(4, Math.round(width / 120));
  const hills: Hill[] = Array.from({ length: count }, (_, i) => ({
    x: ((i + 0.2 + 0.6 * next()) / count) * width,
    y: (0.1 + 0.8 * next()) * height,
    radius: 55 + 90 * next(),
    height: (next() > 0.25 ? 1 : -0.7) * (0.6 + 0.6 * next()),
  }));
  const columns = Math.ceil(width / cell) + 1;
  const rows = Math.ceil(height / cell) + 1;
  const at = (column: number, row: number): number =>
    hills.reduce((sum, it) => {
      const d = ((column * cell - it.x) ** 2 + (row * cell - it.y) ** 2) / it.radius ** 2;
      return sum + it.height * Math.exp(-d);
    }, 0);
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => at(column, row)),
  );
  const flat = grid.flat();
  const [low, high] = [Math.min(...flat), Math.max(...flat)];
  const lines = Array.from({ length: levels }, (_, i) => {
    const level = low + ((i + 0.5) / levels) * (high - low);
    return { level, strong: i % 4 === 2, path: contour(grid, level) };
  });
  return { lines, top: summitOf(grid) };
};

/** The highest point that leaves room for the mark. */
const summitOf = (grid: readonly (readonly number[])[]): { x: number; y: number } => {
  let best = { x: 0, y: 0, height: Number.NEGATIVE_INFINITY };
  for (let row = 2; row < grid.length - 2; row++)
    for (let column = 4; column < (grid[0]?.length ?? 0) - 4; column++) {
      const height = grid[row]?.[column] ?? 0;
      if (height > best.height) best = { x: column * cell, y: row * cell, height };
    }
  return best;
};

/** Marching squares: the segments of one height, cell by cell. */
const contour = (grid: readonly (readonly number[])[], level: number): string => {
  let path = '';
  const value = (column: number, row: number) => grid[row]?.[column] ?? 0;
  for (let row = 0; row < grid.length - 1; row++)
    for (let column = 0; column < (grid[0]?.length ?? 0) - 1; column++) {
      const corners = [value(column, row), value(column + 1, row), value(column + 1, row + 1), value(column, row + 1)];
      const points: string[] = [];
      for (let side = 0; side < 4; side++) {
        const [a, b] = [corners[side] as number, corners[(side + 1) % 4] as number];
        if (a > level === b > level) continue;
        const share = (level - a) / (b - a);
        const [x, y] = [
          [column + share, row],
          [column + 1, row + share],
          [column + 1 - share, row + 1],
          [column, row + 1 - share],
        ][side] as [number, number];
        points.push(`${(x * cell).toFixed(1)} ${(y * cell).toFixed(1)}`);
      }
      if (points.length >= 2) path += `M${points[0]}L${points[1]}`;
      if (points.length === 4) path += `M${points[2]}L${points[3]}`;
    }
  return path;
};
