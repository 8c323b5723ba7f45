import { fewestAsked } from '../never-verified.ts';
import type { Verdict } from '../proof-type.ts';
import {
  type Atlas,
  landZone,
  type NamedZone,
  parseZone,
  polygonRegion,
  polygonZone,
  reachedCountries,
  type ZoneVerdict,
  zoneName,
  zoneVerdict,
} from '../zones/index.ts';
import { groupWords, zoneWords } from '../zones/zone-names.ts';
import type { Count, Ruling } from './counting.ts';
import { kmPerMsInAnyMedium, reachKm } from './discs.ts';
import type { Wording } from './sentences.ts';

/** What the answers say about the zone that was asked for. */
export interface ZoneFinding {
  readonly name: string;
  /** The name as it reads in a sentence: `the EU`, `Germany or Austria`. */
  readonly words: string;
  /** The date of the list of countries, if the zone is a group of countries. */
  readonly asOf: string | undefined;
  /** At the speed of light in fibre. */
  readonly verdict: ZoneVerdict;
  readonly inAnyMedium: ZoneVerdict;
  /** Countries outside the zone whose land the answers still allow. */
  readonly reaches: readonly string[];
  countryName(code: string): string;
}

type Disced = Count['discs'][number];

const inFibre = ({ place: centre, reachKm: radiusKm }: Disced) => ({ centre, radiusKm });
const inVacuum = ({ place: centre, rttMs, reachKm: fibreKm }: Disced) => ({
  centre,
  radiusKm: fibreKm - reachKm(rttMs) + reachKm(rttMs, 0, kmPerMsInAnyMedium),
});

/**
 * Whether the prover is in a zone. As with a claim, only the near seats can show that it is inside, and everybody who was asked can
 * show that it is outside. Both hold even if as many lied as the rule allows for. Too few who were asked show nothing.
 */
export function zoneFinding(
  text: string,
  atlas: Atlas,
  { discs, asked, liars, liarsOfAll }: Count,
  wording: Pick<Wording, 'country'>,
): ZoneFinding {
  const named = parseZone(text);
  const zone = named.kind === 'land' ? landZone(atlas, named.codes) : polygonZone(atlas, polygonRegion(named.polygon));
  const near = discs.filter((it) => !it.isLookout);
  const verdictBy = (discOf: typeof inFibre): ZoneVerdict => {
    if (asked.near < fewestAsked) return 'undecided';
    const byNear = zoneVerdict(near.map(discOf), near.length - liars, zone);
    const byAll = zoneVerdict(discs.map(discOf), discs.length - liarsOfAll, zone);
    if (byNear === 'contradiction' || byAll === 'contradiction') return 'contradiction';
    if (byNear === 'inside') return byAll === 'outside' ? 'contradiction' : 'inside';
    return byAll === 'outside' ? 'outside' : 'undecided';
  };
  const verdict = verdictBy(inFibre);
  const countryName = (code: string) => wording.country(code, atlas.names.get(code) ?? code);
  const own: readonly string[] = named.kind === 'land' ? named.codes : [];
  const reached = verdict === 'undecided' ? reachedCountries(near.map(inFibre), near.length - liars, atlas) : [];
  return {
    name: zoneName(text),
    words: wordsFor(text, named, countryName),
    countryName,
    asOf: named.kind === 'land' ? named.asOf : undefined,
    verdict,
    inAnyMedium: verdictBy(inVacuum),
    reaches: reached.filter((it) => !own.includes(it)),
  };
}

function wordsFor(text: string, zone: NamedZone, countryName: (code: string) => string): string {
  if (zone.kind === 'polygon') return zoneWords(zoneName(text));
  return zone.asOf ? (groupWords[zone.name] ?? zone.name) : zone.codes.map(countryName).join(' or ');
}

/** With these reasons a zone can be verified even if the claimed point is not. They are about the point, not about the zone. */
const aboutThePoint: readonly Ruling['why'][] = ['holds', 'too_few_near', 'too_wide'];

/** The verdict if a zone was asked for. A refuted claim stays refuted, whatever zone the prover is in. */
export function concludeZone(
  claim: Pick<Verdict, 'verified' | 'reason'>,
  { words: zone, verdict, inAnyMedium, reaches, countryName }: ZoneFinding,
  { why }: Ruling,
  count: Count,
  { isRadiusAsked, wording }: { readonly isRadiusAsked: boolean; readonly wording: Wording },
): Pick<Verdict, 'verified' | 'reason'> {
  if (claim.verified === 'false' || why === 'too_few_asked') return claim;
  const holdsInAnyMedium = inAnyMedium === verdict;
  if (verdict === 'outside') return { verified: 'false', reason: wording.outside(zone, count, holdsInAnyMedium) };
  if (verdict === 'contradiction') return { verified: 'inconclusive', reason: wording.contradiction(count) };
  if (verdict === 'undecided') {
    const against = why === 'disputed' ? claim.reason : '';
    const reason = wording.open(zone, reachesWords(reaches.map(countryName)), against);
    return { verified: 'inconclusive', reason };
  }
  if (!aboutThePoint.includes(why) || (isRadiusAsked && claim.verified !== 'true')) return claim;
  const inside = wording.inside(zone, count, holdsInAnyMedium);
  return { verified: 'true', reason: claim.verified === 'true' ? `${inside} ${claim.reason}` : inside };
}

const mostNamed = 8;

function reachesWords(reaches: readonly string[]): string {
  if (reaches.length === 0) return 'The answers allow no land outside it, but also none inside.';
  const more = reaches.length > mostNamed ? ` and ${reaches.length - mostNamed} more` : '';
  return `The answers also allow land of ${reaches.slice(0, mostNamed).join(', ')}${more}.`;
}

/** The fields about the zone in consolidated_result. */
export const zoneResult = ({ name, asOf, verdict, inAnyMedium, reaches }: ZoneFinding): Record<string, string> => ({
  zone: verdict,
  zone_any_medium: inAnyMedium,
  zone_name: name,
  ...(asOf ? { zone_as_of: asOf } : {}),
  ...(reaches.length > 0 ? { zone_reaches: reaches.slice(0, 50).join(',') } : {}),
});
