import type { SlotResult } from '@trigpoint/log';

/** What became of one window, for the strip. */
export interface Tick {
  readonly result: SlotResult;
  /** When the window began. */
  readonly at: number;
}

const width = 664;
/** Below this, ticks run into each other on paper. */
const leastPitch = 2.5;
const mostRows = 6;

/** How each result is drawn: also without colours they are told apart by height. */
export const shapeOf = (result: SlotResult): 'inside' | 'undecided' | 'missed' | 'outside' => {
  if (result === 'inside' || result === 'verified') return 'inside';
  if (result === 'outside' || result === 'refuted') return 'outside';
  return result === 'undecided' || result === 'inconclusive' ? 'undecided' : 'missed';
};

/** One tick per window, never averaged. Where they do not fit into a row, there are several. */
export const strip = (ticks: readonly Tick[], day: (ms: number) => string): string => {
  const rows = Math.max(1, Math.min(mostRows, Math.ceil((ticks.length * leastPitch) / width)));
  const perRow = Math.ceil(ticks.length / rows);
  const pitch = Math.min(24, width / perRow);
  const high = rows === 1 ? 34 : 20;
  const rowHigh = high + 22;
  const drawn = ticks.map(({ result }, i) => {
    const row = Math.floor(i / perRow);
    return tick(shapeOf(result), (i % perRow) * pitch, row * rowHigh, pitch, high);
  });
  const labels = Array.from({ length: rows }, (_, row) => {
    const first = ticks[row * perRow];
    const last = ticks[Math.min(ticks.length, (row + 1) * perRow) - 1];
    const end = Math.min(perRow, ticks.length - row * perRow) * pitch;
    const y = row * rowHigh + high + 17;
    const right =
      last && end > 120 ? `<text x="${end.toFixed(1)}" y="${y}" text-anchor="end">${day(last.at)}</text>` : '';
    return first ? `<text x="0" y="${y}">${day(first.at)}</text>${right}` : '';
  });
  return `<svg class="strip" viewBox="0 0 ${width} ${rows * rowHigh}" width="${width}" height="${rows * rowHigh}" role="img" aria-label="Every slot">${drawn.join('')}${labels.join('')}</svg>`;
};

const tick = (shape: ReturnType<typeof shapeOf>, x: number, y: number, pitch: number, high: number): string => {
  const wide = Math.max(0.3, pitch * 0.72);
  const [top, tall] = {
    inside: [0, high],
    undecided: [high / 2, high / 2],
    missed: [high - 3, 3],
    outside: [0, high + 5],
  }[shape] as [number, number];
  return `<rect class="${shape}" x="${x.toFixed(2)}" y="${(y + top).toFixed(1)}" width="${wide.toFixed(2)}" height="${tall}"/>`;
};

/** What the shapes mean. */
export const legend = (shapes: readonly string[]): string =>
  (['inside', 'undecided', 'missed', 'outside'] as const)
    .filter((it) => it !== 'outside' || shapes.length > 0)
    .map(
      (it) =>
        `<span><svg width="10" height="16" viewBox="0 0 10 16">${tick(it, 3, 0, 6, 11)}</svg>${it === 'missed' ? 'no answer' : it}</span>`,
    )
    .join('');
