/** For what people type. It is apart from the rest, because only forms and the command line need it. */
export { nearestNames } from './nearest-names.ts';
export { typedZone } from './zones/typed-zone.ts';
export { ZoneError } from './zones/zone-names.ts';
