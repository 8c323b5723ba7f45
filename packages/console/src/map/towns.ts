import { type Box, boxAround, textWidth } from './boxes.ts';
import { at, type Place } from './earth.ts';
import { besideDot, placeLabels, type TextAt } from './labels.ts';
import type { Name } from './names.ts';
import type { View } from './views.ts';

interface City extends Place {
  readonly name: string;
  readonly population: number;
}

export interface NamedCity extends Name {
  readonly label: TextAt;
}

const mostCities = 14;
/** A city this near to a mark is where the mark is; its name would say the same again. */
const nearMarkPx = 12;

/** Cities by size, each where its name finds room that nothing else needs. */
export const citiesOf = (
  cities: readonly City[],
  view: View,
  avoid: readonly { x: number; y: number }[],
  taken: readonly Box[],
): NamedCity[] => {
  const seen = cities
    .filter(
      (it) =>
        Math.abs(it.latitude - view.centre.latitude) * 111 < (view.height * view.kmPerPx) / 1.8 &&
        Math.abs(it.longitude - view.centre.longitude) < 20,
    )
    .flatMap((it) => {
      const [x, y] = view.projection(at(it)) ?? [-1, -1];
      const isInside = x > 8 && y > 8 && x < view.width - 8 && y < view.height - 24;
      return isInside && avoid.every((mark) => Math.hypot(mark.x - x, mark.y - y) > nearMarkPx)
        ? [{ id: `${it.name} ${it.latitude}`, x, y, text: it.name, population: it.population }]
        : [];
    })
    .sort((a, b) => b.population - a.population)
    .slice(0, 3 * mostCities);
  const obstacles = [
    ...taken.map((box, i) => ({ id: `taken ${i}`, box })),
    ...avoid.map((it, i) => ({ id: `mark ${i}`, box: boxAround(it, 6) })),
  ];
  const frame = { x: 6, y: 6, width: view.width - 12, height: view.height - 28 };
  const wanted = seen.map(({ id, x, y, text }) => ({
    id,
    candidates: besideDot({ x, y }, { width: textWidth(text, 11) + 4, height: 14 }),
  }));
  const placed = placeLabels(wanted, obstacles, frame);
  return seen
    .flatMap(({ id, x, y, text }) => {
      const label = placed.get(id);
      return label ? [{ x, y, text, label }] : [];
    })
    .slice(0, mostCities);
};
