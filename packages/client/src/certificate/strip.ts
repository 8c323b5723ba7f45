import type { SlotResult } from '@trigpoint/log';

/** What became of one window, for the strip. */
export interface Tick {
  readonly result: SlotResult;
  /** When the window began. */
  readonly at: number;
}

export const slotShapes = ['inside', 'undecided', 'missed', 'outside'] as const;
/** How a result is drawn: also without colours they are told apart by height. */
export type SlotShape = (typeof slotShapes)[number];

export const shapeOf = (result: SlotResult): SlotShape => {
  if (result === 'inside' || result === 'verified') return 'inside';
  if (result === 'outside' || result === 'refuted') return 'outside';
  return result === 'undecided' || result === 'inconclusive' ? 'undecided' : 'missed';
};

/** Slots in which nobody asked the prover: the service was away, the payer had no POINTS, or the watch was paused. */
export const unaskedResults = ['missed', 'unpaid', 'paused'] as const satisfies readonly SlotResult[];
export const isUnasked = (result: SlotResult): boolean => (unaskedResults as readonly SlotResult[]).includes(result);

const zoneWords = { inside: 'inside', outside: 'outside, or claim refuted' } as const;
const claimWords = { inside: 'verified', outside: 'refuted' } as const;

/** In words. Slots without an answer have many reasons, and all of them look the same. Without a zone only the claim is watched. */
export const shapeWord = (shape: SlotShape, isZone: boolean): string => {
  if (shape === 'missed') return 'no answer, or not asked';
  return shape === 'undecided' ? shape : (isZone ? zoneWords : claimWords)[shape];
};

/** Below this, ticks run into each other. */
const leastPitch = 2.5;
/** A young watch has few ticks; wider ones would look like a chart of something else. */
const mostPitch = 10;

export interface StripRow<T> {
  readonly ticks: readonly T[];
  /** The top of its ticks. */
  readonly y: number;
}

export interface StripLayout<T> {
  readonly rows: readonly StripRow<T>[];
  /** From one tick to the next. */
  readonly pitch: number;
  /** Of a tick that is full. */
  readonly high: number;
  readonly height: number;
}

/** One tick per window, never averaged. Where they do not fit into a row, there are several. */
export const layoutStrip = <T extends Tick>(
  ticks: readonly T[],
  width: number,
  mostRows = Number.POSITIVE_INFINITY,
): StripLayout<T> => {
  const count = Math.max(1, Math.min(mostRows, Math.ceil((ticks.length * leastPitch) / width)));
  const perRow = Math.max(1, Math.ceil(ticks.length / count));
  const high = count === 1 ? 34 : 20;
  const rowHigh = high + 22;
  const rows = Array.from({ length: count }, (_, row) => ({
    ticks: ticks.slice(row * perRow, (row + 1) * perRow),
    y: row * rowHigh,
  }));
  return { rows, pitch: Math.min(mostPitch, width / perRow), high, height: count * rowHigh };
};

/** How far a tick that is outside reaches below the others. */
const below = 5;
const barOf = (pitch: number) => Math.max(0.3, pitch * 0.72);

/** One tick as a path. */
export const tickPath = (shape: SlotShape, x: number, y: number, pitch: number, high: number): string => {
  const [top, tall] = {
    inside: [0, high],
    undecided: [high / 2, high / 2],
    missed: [high - 3, 3],
    outside: [0, high + below],
  }[shape] as [number, number];
  const wide = barOf(pitch).toFixed(2);
  return `M${x.toFixed(2)} ${(y + top).toFixed(1)}h${wide}v${tall}h-${wide}z`;
};

/** All ticks of one shape as one path, because a watch may have thousands. Empty if there are none. */
export const shapePath = ({ rows, pitch, high }: StripLayout<Tick>, shape: SlotShape): string =>
  rows
    .flatMap(({ ticks, y }) =>
      ticks.map(({ result }, i) => (shapeOf(result) === shape ? tickPath(shape, i * pitch, y, pitch, high) : '')),
    )
    .join('');

export interface StripLabel {
  readonly x: number;
  readonly y: number;
  readonly at: number;
  readonly isEnd: boolean;
}

/** Below each row: where it begins, and where it ends if there is room for both. */
export const stripLabels = ({ rows, pitch, high }: StripLayout<Tick>): StripLabel[] =>
  rows.flatMap(({ ticks, y }) => {
    const [first, last] = [ticks[0], ticks.at(-1)];
    const end = ticks.length * pitch;
    return [
      ...(first ? [{ x: 0, y: y + high + 17, at: first.at, isEnd: false }] : []),
      ...(last && end > 120 ? [{ x: end, y: y + high + 17, at: last.at, isEnd: true }] : []),
    ];
  });

const paperWidth = 664;
const mostRowsOnPaper = 6;

/** The strip of a printed page. */
export const strip = (ticks: readonly Tick[], day: (ms: number) => string): string => {
  const layout = layoutStrip(ticks, paperWidth, mostRowsOnPaper);
  const paths = slotShapes.map((it) => `<path class="${it}" d="${shapePath(layout, it)}"/>`);
  const labels = stripLabels(layout).map(
    ({ x, y, at, isEnd }) => `<text x="${x.toFixed(1)}" y="${y}"${isEnd ? ' text-anchor="end"' : ''}>${day(at)}</text>`,
  );
  return `<svg class="strip" viewBox="0 0 ${paperWidth} ${layout.height}" width="${paperWidth}" height="${layout.height}" role="img" aria-label="Every slot">${paths.join('')}${labels.join('')}</svg>`;
};

/** What the shapes mean. */
export const legend = (isZone: boolean): string =>
  slotShapes
    .map(
      (it) =>
        `<span><svg width="10" height="16" viewBox="0 0 10 16"><path class="${it}" d="${tickPath(it, 3, 0, 6, 11)}"/></svg>${shapeWord(it, isZone)}</span>`,
    )
    .join('');

/** What a list of slots tells of one of them. */
interface Compared {
  readonly number: number;
  readonly finding: string;
  readonly extra: object | null;
}

/** A prover that has moved away stays away: this is said once, where it began, and wherever the prover was asked again. */
export const isNews = (slot: Compared, older: Compared | undefined): boolean =>
  slot.extra !== null || (older === undefined ? slot.number === 0 : slot.finding !== older.finding);
