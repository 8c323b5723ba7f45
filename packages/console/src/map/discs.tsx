import { type GeoPath, geoPath } from 'd3-geo';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Witness } from '../challenge/pol-view.ts';
import { discOf, edgeOf } from './earth.ts';
import type { View } from './views.ts';

export interface DrawnDisc {
  readonly witness: Witness;
  readonly strong: boolean;
  readonly edge: string;
  readonly area: string;
}

const draw = (path: GeoPath, witness: Witness, strong: boolean): DrawnDisc => ({
  witness,
  strong,
  edge: path(edgeOf(witness.place, witness.reachKm ?? 0)) ?? '',
  area: path(discOf(witness.place, witness.reachKm ?? 0)) ?? '',
});

/**
 * The other discs whose edge crosses the view, and then the strong discs, which are drawn above them. `left` has the
 * challengers whose discs the view leaves out.
 */
export const discsOf = (
  view: View,
  strong: readonly Witness[],
  others: readonly Witness[],
): { discs: DrawnDisc[]; left: Witness[] } => {
  const path = geoPath(view.projection).digits(1);
  const faint = others.map((it) => draw(path, it, false));
  return {
    discs: [...faint.filter((it) => it.edge !== ''), ...strong.map((it) => draw(path, it, true))],
    left: faint.filter((it) => it.edge === '').map((it) => it.witness),
  };
};

interface DiscsProps {
  readonly discs: readonly DrawnDisc[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
  /** Fill of a strong disc's area. */
  readonly fill?: number;
}

export const Discs = ({ discs, chosen, onChoose, fill = 0.025 }: DiscsProps): JSX.Element => (
  <g fill="none" stroke="var(--ms)">
    {discs.map(({ witness, strong, edge, area }) => {
      const mine = chosen === witness.id;
      const rest = strong ? 0.9 : 0.28;
      return (
        <g key={witness.id} class="disc" opacity={chosen === undefined || mine ? 1 : 0.4}>
          {strong && <path d={area} fill="var(--ms)" fill-opacity={mine ? fill * 3 : fill} stroke="none" />}
          <path d={edge} stroke-opacity={mine ? 1 : rest} stroke-width={mine ? 2.5 : strong ? 1.5 : 1} />
          <path
            d={edge}
            stroke="transparent"
            stroke-width="12"
            pointer-events="stroke"
            onPointerEnter={() => onChoose(witness.id)}
            onPointerLeave={() => onChoose(undefined)}
          />
        </g>
      );
    })}
  </g>
);

interface OverlapProps {
  readonly view: View;
  readonly areas: readonly string[];
  readonly tone: string;
  readonly opacity: number;
}

/** What lies inside every disc: each disc clips the one before. */
export const Overlap = ({ view, areas, tone, opacity }: OverlapProps): JSX.Element | null => {
  const id = useId();
  if (areas.length === 0 || areas.some((it) => it === '')) return null;
  const filled = <rect width={view.width} height={view.height} fill={tone} fill-opacity={opacity} />;
  return (
    <g pointer-events="none">
      <defs>
        {areas.map((area, i) => (
          <clipPath key={i} id={`${id}-${i}`}>
            <path d={area} />
          </clipPath>
        ))}
      </defs>
      {areas.reduce<JSX.Element>(
        (inner, _, i) => (
          <g clip-path={`url(#${id}-${i})`}>{inner}</g>
        ),
        filled,
      )}
    </g>
  );
};
