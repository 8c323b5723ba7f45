import fc from 'fast-check';

/**
 * Numbers spread evenly over a range. `fc.double` spreads them over what a double can hold, so that most of them are
 * next to 0, and properties of maps would be tried at one place only.
 */
export const evenly = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 1_000_000 }).map((it) => min + ((max - min) * it) / 1_000_000);

/** Places all over the globe, without the poles unless asked for. */
export const somewhere = (mostLatitude = 80): fc.Arbitrary<{ latitude: number; longitude: number }> =>
  fc.record({ latitude: evenly(-mostLatitude, mostLatitude), longitude: evenly(-180, 180) });
