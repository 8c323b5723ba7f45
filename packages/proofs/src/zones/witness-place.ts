import { asin, atan2, radiansPerDegree, type Vector } from '../fixed-math.ts';
import type { Place } from '../geo.ts';

export const placeOf = ({ x, y, z }: Vector): Place => ({
  latitude: asin(Math.max(-1, Math.min(1, z))) / radiansPerDegree,
  longitude: atan2(y, x) / radiansPerDegree,
});
