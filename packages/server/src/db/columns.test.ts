import { expect, test } from 'vitest';
import { column, columnsOf, derived, flag, json, number, optional, text } from './columns.ts';

const photos = columnsOf({
  id: text,
  radiusKm: number,
  sentBy: column<string>('sender'),
  isShown: flag,
  tags: json<readonly string[]>(),
  takenAt: optional<number>(),
});

test('fields are columns in snake_case, unless they say otherwise', () => {
  expect(photos.names).toBe('id, radius_km, sender, is_shown, tags, taken_at');
  expect(photos.marks).toBe('?, ?, ?, ?, ?, ?');
  expect(photos.assignments).toBe('id = ?, radius_km = ?, sender = ?, is_shown = ?, tags = ?, taken_at = ?');
  expect(photos.replacements).toMatch(/^id = excluded.id, radius_km = excluded.radius_km, /);
});

test('what is written is read again, and other columns of the row are left out', () => {
  const names = photos.names.split(', ');
  for (const takenAt of [undefined, 0, 5])
    for (const isShown of [true, false]) {
      const photo = { id: 'a', radiusKm: 1.5, sentBy: 'b', isShown, tags: ['c', '"'], takenAt };
      const row = Object.fromEntries(photos.values(photo).map((value, i) => [names[i] as string, value]));
      expect(photos.read({ ...row, due_at: 7 })).toEqual(photo);
    }
});

test('a flag is 0 or 1 in the database, and undefined is NULL', () => {
  const photo = { id: 'a', radiusKm: 1, sentBy: 'b', isShown: true, tags: [], takenAt: undefined };
  expect(photos.values(photo)).toEqual(['a', 1, 'b', 1, '[]', null]);
});

test('a derived field follows from the whole row, and cannot be written', () => {
  const seen = columnsOf({ id: text, isNew: derived((row) => row.first_seen === row.last_seen) });
  expect(seen.read({ id: 'a', first_seen: 1, last_seen: 1 })).toEqual({ id: 'a', isNew: true });
  expect(seen.read({ id: 'a', first_seen: 1, last_seen: 2 })).toEqual({ id: 'a', isNew: false });
  expect(() => seen.values({ id: 'a', isNew: true })).toThrow('no column');
});
