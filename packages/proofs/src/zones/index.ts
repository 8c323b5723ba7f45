/** Zones: whether a set of discs lies inside a country, a group of countries or a polygon. Loaded on demand, with an atlas. */
export { AllowedPlaces, type Disc } from './allowed-places.ts';
export { Atlas, type Topology } from './atlas.ts';
export { type Group, groups } from './countries.ts';
export { countryInSentence, fullNames } from './country-names.ts';
export { mostPoints } from './geojson.ts';
export { polygonRegion } from './polygon.ts';
export { meetingOf, type Point, Region } from './region.ts';
export { groupNames, isCountry, type PolygonZone, ZoneError } from './zone-names.ts';
export { type NamedZone, parseZone, zoneName } from './zone-text.ts';
export {
  borderMarginKm,
  landZone,
  polygonZone,
  reachedCountries,
  type Zone,
  type ZoneVerdict,
  zoneVerdict,
} from './zone-verdict.ts';
