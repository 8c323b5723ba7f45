import type { Vector } from '../fixed-math.ts';
import type { Place } from '../geo.ts';

export const placeOf = ({ x, y, z }: Vector): Place => ({
  latitude: Math.asin(Math.max(-1, Math.min(1, z))) * (180 / Math.PI),
  longitude: Math.atan2(y, x) * (180 / Math.PI),
});
