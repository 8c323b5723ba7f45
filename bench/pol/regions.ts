import { type Place, without } from '@trigpoint/proofs/pol';
import { check, verdictShare } from './claims.ts';
import { Ours } from './ours.ts';
import { errorOf, medianAndP90, percent, print, type Setting } from './setting.ts';

/** Rough boxes; what lies in none of them is in the last. */
const regions: readonly (readonly [string, (place: Place) => boolean])[] = [
  ['Europe', ({ latitude, longitude }) => latitude > 35 && longitude > -25 && longitude < 45],
  ['North America', ({ latitude, longitude }) => latitude > 12 && longitude < -50],
  ['South America', ({ latitude, longitude }) => latitude <= 12 && longitude < -30],
  ['Africa', ({ latitude, longitude }) => latitude <= 35 && longitude > -25 && longitude < 52],
  ['Asia and Oceania', () => true],
];
const regionOf = (place: Place): string => regions.find(([, holds]) => holds(place))?.[0] ?? '';

/**
 * Does what was learned elsewhere serve a continent from which nobody ever measured? Its nodes are left out of the
 * calibration; as challengers they are strangers, of whom only the place is known.
 */
export function holdRegionsOut(setting: Setting): void {
  print('\nCalibrated without a region, provers of that region, 20 challengers: median/p90 km and verified');
  const usual = check(setting, { share: 0, shiftKm: 0 });
  for (const [name] of regions) {
    const inside = (it: Place) => regionOf(it) === name;
    const taken = ({ it }: (typeof usual)[number]) => inside(it.claim);
    const stranger = new Ours(without(setting.mesh, inside), setting.mesh.nodes);
    const rest = check(setting, { share: 0, shiftKm: 0 }, stranger, inside);
    const figures = (list: typeof usual) =>
      `${medianAndP90(list.map(({ examination, it }) => errorOf(setting, examination.estimate?.place, it)))}, verified ${percent(verdictShare(list, 'true'), 0)} %, refuted ${percent(verdictShare(list, 'false'))} %`;
    const mine = usual.filter(taken);
    if (mine.length > 0) print(`${name} (${mine.length} provers): ${figures(mine)}; without it ${figures(rest)}`);
  }
}
