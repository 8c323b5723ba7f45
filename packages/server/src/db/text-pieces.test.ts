import { expect, test } from 'vitest';
import { eachDriver } from './testing.ts';
import { orElse, textPieces } from './text-pieces.ts';

eachDriver('long texts', (place) => {
  test('the pieces of a text are the text, each short and whole, whatever characters it has', async () => {
    const db = await place.open();
    await db.write((tx) => tx.run('CREATE TABLE long_text (id TEXT PRIMARY KEY, body TEXT NOT NULL)'));
    for (const [id, text] of Object.entries({
      short: 'a',
      edge: 'b'.repeat(262_144),
      beyond: 'c'.repeat(262_145),
      mixed: `x${'🙂é'.repeat(300_000)}`,
    })) {
      await db.write((tx) => tx.run('INSERT INTO long_text (id, body) VALUES (?, ?)', [id, text]));
      const pieces: Buffer[] = [];
      for await (const it of textPieces(db, 'body', 'FROM long_text WHERE id = ?', [id])) pieces.push(Buffer.from(it));
      expect(Buffer.concat(pieces).toString() === text).toBe(true);
      expect(Math.max(...pieces.map((it) => it.length))).toBeLessThanOrEqual(4 * 65_537);
    }
    const none = [];
    for await (const it of orElse(textPieces(db, 'body', 'FROM long_text WHERE id = ?', ['none']), 'null'))
      none.push(it);
    expect(none).toEqual(['null']);
  });
});
