import { expect, test } from 'vitest';
import { Caps } from './caps.ts';

test('each caller and all together hold so much at a time, and a place is given back once', () => {
  const caps = new Caps(2, 3);
  const enter = (caller: string) => {
    const place = caps.enter(caller);
    return 'leave' in place ? place.leave : place.full;
  };
  const first = enter('one');
  enter('one');
  expect(enter('one')).toBe('caller');
  enter('two');
  expect(enter('two')).toBe('node');
  if (typeof first === 'function') for (let n = 0; n < 3; n++) first();
  enter('two');
  expect(enter('three')).toBe('node');
});
