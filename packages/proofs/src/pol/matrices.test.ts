import fc from 'fast-check';
import { expect, test } from 'vitest';
import { select } from './matrices.ts';

test('the k-th smallest is what stands there after sorting, infinities and equals included', () => {
  const numbers = fc.array(fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(1, 1, 2, -Infinity)), { minLength: 1 });
  fc.assert(
    fc.property(numbers, fc.nat(), (values, at) => {
      const k = at % values.length;
      // Compared by value: a zero of either sign is as small as the other.
      expect(select(Float64Array.from(values), k) === Float64Array.from(values).sort()[k]).toBe(true);
    }),
  );
});
