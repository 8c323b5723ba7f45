import { geoContains } from 'd3-geo';
import type { Country } from './atlas.ts';
import { type Box, overlaps, textWidth } from './boxes.ts';
import type { View } from './views.ts';

export interface Name {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

const mostNames = 6;
/** The room that the name of a country takes: capitals with 0.09 em between them. */
export const countryBox = ({ x, y, text }: Name): Box => {
  const width = textWidth(text, 11) + text.length;
  return { x: x - width / 2 - 4, y: y - 13, width: width + 8, height: 18 };
};

/** Names of countries, the largest first, off the marks and off the labels that say more. */
export const namesOf = (
  countries: readonly Country[],
  view: View,
  avoid: readonly { x: number; y: number }[],
  taken: readonly Box[] = [],
): Name[] => {
  const margin = 46;
  return countries
    .flatMap(({ name, geometry, middle, box }): (Name & { area: number })[] => {
      const point = view.projection([middle[0], middle[1]]);
      if (!point || name.length > 16) return [];
      const [x, y] = point;
      if (avoid.some((it) => Math.abs(it.x - x) < 72 && Math.abs(it.y - y) < 22)) return [];
      if (x < margin || y < 30 || x > view.width - margin || y > view.height - 30) return [];
      // The middle of a country's box may lie in its neighbour.
      if (!geoContains(geometry, [middle[0], middle[1]])) return [];
      const text = name.toUpperCase();
      const own = countryBox({ x, y, text });
      if (own.x < 0 || own.x + own.width > view.width) return [];
      // A name wider than its country would seem to be its neighbour's.
      const widthKm = (box[2] - box[0]) * 111 * Math.cos((middle[1] * Math.PI) / 180);
      if (widthKm / view.kmPerPx < own.width * 0.7) return [];
      if (taken.some((it) => overlaps(it, own))) return [];
      return [{ x, y, text, area: (box[2] - box[0]) * (box[3] - box[1]) }];
    })
    .sort((a, b) => b.area - a.area)
    .reduce<Name[]>((kept, it) => {
      const isApart = (other: Name) => Math.abs(other.x - it.x) > 90 || Math.abs(other.y - it.y) > 24;
      const clear = kept.every((other) => isApart(other) && !overlaps(countryBox(other), countryBox(it)));
      if (clear && kept.length < mostNames) kept.push(it);
      return kept;
    }, []);
};
