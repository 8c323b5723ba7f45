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

test('a network holds as much as so many callers, whoever in it asks', () => {
  const caps = new Caps(2, 100);
  const network = { name: 'all of them', callers: 2 };
  const left = [1, 1, 2, 3].map((n) => caps.enter(`caller ${n}`, network));
  expect(left.every((it) => 'leave' in it)).toBe(true);
  expect(caps.enter('caller 4', network)).toEqual({ full: 'caller' });
  expect('leave' in caps.enter('caller 4')).toBe(true);
  for (const it of left) if ('leave' in it) it.leave();
  expect('leave' in caps.enter('caller 5', network)).toBe(true);
});
