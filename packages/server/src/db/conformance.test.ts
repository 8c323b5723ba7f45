import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Db, DbUnavailable, type Value } from './driver.ts';
import { openDb } from './open.ts';
import { eachDriver, type Place } from './testing.ts';

eachDriver('database', (place) => {
  async function withTable(columns: string): Promise<Db> {
    const db = await place.open();
    await db.write((tx) => tx.run(`CREATE TABLE thing (${columns})`));
    return db;
  }

  test('values come back as they were written', async () => {
    const bytes = (await place.open()).dialect === 'postgres' ? 'BYTEA' : 'BLOB';
    const db = await withTable(`id BIGINT, n BIGINT, x DOUBLE PRECISION, s TEXT, b ${bytes}`);
    let id = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.option(fc.maxSafeInteger()),
        fc.option(fc.double({ noNaN: true, min: -1e15, max: 1e15 })),
        fc.option(fc.string({ unit: 'binary' }).filter((s) => !s.includes('\0'))),
        fc.option(fc.uint8Array()),
        async (n, x, s, b) => {
          const key = id++;
          await db.write((tx) => tx.run('INSERT INTO thing VALUES (?, ?, ?, ?, ?)', [key, n, x, s, b]));
          const row = await db.get('SELECT n, x, s, b FROM thing WHERE id = ?', [key]);
          expect(Object.keys(row ?? {})).toEqual(['n', 'x', 's', 'b']);
          expect([row?.n, row?.s]).toEqual([n, s]);
          expect(x === null ? row?.x : Number(row?.x) - x).toBe(x === null ? null : 0);
          expect(row?.b instanceof Uint8Array ? [...row.b] : row?.b).toEqual(b && [...b]);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('an integer stays an integer in a text column, a comparison and a sum', async () => {
    const db = await withTable('s TEXT, n BIGINT');
    await db.write(async (tx) => {
      await tx.run('INSERT INTO thing VALUES (CAST(CAST(? AS BIGINT) AS TEXT), ?)', [7, 7]);
      await tx.run('INSERT INTO thing VALUES (?, ?)', ['7', Number.MAX_SAFE_INTEGER - 7]);
    });
    expect(await db.all('SELECT DISTINCT s FROM thing')).toEqual([{ s: '7' }]);
    expect(await db.get('SELECT sum(n) AS n, count(*) AS c, max(n) > 7 AS more FROM thing')).toEqual({
      n: Number.MAX_SAFE_INTEGER,
      c: 2,
      more: 1,
    });
  });

  test('an integer too big for a number is refused, not rounded', async () => {
    const db = await withTable('n BIGINT');
    await db.write((tx) => tx.run('INSERT INTO thing VALUES (9007199254740993)'));
    await expect(db.all('SELECT n FROM thing')).rejects.toThrow(RangeError);
  });

  test.each<[string, unknown]>([
    ['NUL in a text', 'a\0b'],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['an unsafe integer', 2 ** 53],
    ['undefined', undefined],
    ['a boolean', true],
    ['an object', {}],
  ])('refuses to store %s', async (_, value) => {
    const db = await withTable('v TEXT');
    await expect(db.write((tx) => tx.run('INSERT INTO thing VALUES (?)', [value as Value]))).rejects.toThrow(
      /cannot be stored/,
    );
    expect(await db.all('SELECT v FROM thing')).toEqual([]);
  });

  test('refuses a wrong number of parameters, and leaves quoted question marks alone', async () => {
    const db = await withTable('v TEXT');
    await expect(db.get('SELECT v FROM thing WHERE v = ?')).rejects.toThrow('0 parameters given for 1');
    await expect(db.get('SELECT v FROM thing', [1])).rejects.toThrow('1 parameters given for 0');
    const row = await db.get(`SELECT '?' AS a, 'it''s ?' AS b, 1 AS "c?" /* ? */ WHERE ? = 'x' -- ?`, ['x']);
    expect(row).toEqual({ a: '?', b: "it's ?", 'c?': 1 });
  });

  test('RETURNING and ON CONFLICT tell what happened', async () => {
    const db = await withTable('id BIGINT PRIMARY KEY, v TEXT');
    await db.write(async (tx) => {
      const add = 'INSERT INTO thing VALUES (?, ?) ON CONFLICT (id) DO NOTHING';
      expect(await tx.run(add, [1, 'a'])).toBe(1);
      expect(await tx.run(add, [1, 'b'])).toBe(0);
      expect(await tx.all(`${add} RETURNING id`, [1, 'b'])).toEqual([]);
      expect(await tx.run(`${add} RETURNING id`, [2, 'c'])).toBe(1);
      const put = 'INSERT INTO thing VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET v = excluded.v RETURNING v';
      expect(await tx.get(put, [1, 'd'])).toEqual({ v: 'd' });
      expect(await tx.run('UPDATE thing SET v = ? WHERE id > 0', ['e'])).toBe(2);
      expect(await tx.run('DELETE FROM thing WHERE id = 9')).toBe(0);
    });
    expect(await db.all('SELECT id, v FROM thing WHERE (id, v) > (1, ?) ORDER BY id', [''])).toEqual([
      { id: 1, v: 'e' },
      { id: 2, v: 'e' },
    ]);
  });

  test('what a write returns comes back as it is, arrays too', async () => {
    const db = await place.open();
    expect(await db.write(async () => [Promise.resolve(1), 2].length)).toBe(2);
    expect(await db.write(async (tx) => tx.all('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });

  test('a failing write leaves its neighbours in the same group untouched', async () => {
    const db = await withTable('id BIGINT PRIMARY KEY, writer BIGINT');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, writer) =>
        db.write(async (tx) => {
          await tx.run('INSERT INTO thing VALUES (?, ?)', [writer, writer]);
          if (writer % 3 === 1) throw new Error(`writer ${writer} gives up`);
          if (writer % 3 === 2) await tx.run('INSERT INTO thing VALUES (?, ?)', [writer, writer]);
          return writer;
        }),
      ),
    );
    const kept = (await db.all<{ id: number }>('SELECT id FROM thing ORDER BY id')).map((row) => row.id);
    expect(kept).toEqual(Array.from({ length: 20 }, (_, i) => i * 3));
    for (const [writer, outcome] of outcomes.entries()) {
      if (writer % 3 === 0) expect(outcome).toEqual({ status: 'fulfilled', value: writer });
      else expect(outcome.status).toBe('rejected');
      if (writer % 3 === 1) expect(String((outcome as PromiseRejectedResult).reason)).toContain(`writer ${writer} `);
    }
  });

  test('a single statement is all or nothing, and neither loses nor keeps a neighbour', async () => {
    const db = await withTable('id BIGINT PRIMARY KEY');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) => {
        if (i % 3 === 0) return db.run('INSERT INTO thing VALUES (?)', [i]);
        // Two good rows and then one that exists already.
        if (i % 3 === 1) return db.run('INSERT INTO thing VALUES (?), (?), (?)', [1000 + i, 2000 + i, 1000 + i]);
        return db.write(async (tx) => {
          await tx.run('INSERT INTO thing VALUES (?)', [i]);
          if (i % 2 === 0) throw new Error('gives up');
        });
      }),
    );
    const kept = (await db.all<{ id: number }>('SELECT id FROM thing ORDER BY id')).map((row) => row.id);
    const succeeds = (i: number) => i % 3 === 0 || (i % 3 === 2 && i % 2 === 1);
    expect(kept).toEqual(Array.from({ length: 60 }, (_, i) => i).filter(succeeds));
    for (const [i, { status }] of outcomes.entries()) expect(status).toBe(succeeds(i) ? 'fulfilled' : 'rejected');
    expect(await db.run('DELETE FROM thing WHERE id < 4')).toBe(2);
  });

  test('a caught statement error still loses the transaction', async () => {
    const db = await withTable('id BIGINT PRIMARY KEY');
    const write = db.write(async (tx) => {
      await tx.run('INSERT INTO thing VALUES (1)');
      await tx.run('INSERT INTO thing VALUES (1)').catch(() => {});
    });
    await expect(write).rejects.toThrow(/unique/i);
    expect(await db.all('SELECT id FROM thing')).toEqual([]);
  });

  test('statements of a write that are asked together happen in their order, and all or none', async () => {
    const db = await withTable('id BIGINT PRIMARY KEY, n BIGINT');
    const [inserted, changed, row] = await db.write((tx) =>
      Promise.all([
        tx.run('INSERT INTO thing VALUES (1, 1), (2, 2)'),
        tx.run('UPDATE thing SET n = n + 1 WHERE id = 1'),
        tx.get('SELECT n FROM thing WHERE id = 1'),
      ]),
    );
    expect([inserted, changed, row]).toEqual([2, 1, { n: 2 }]);
    const twice = db.write((tx) =>
      Promise.all([
        tx.run('INSERT INTO thing VALUES (3, 3)'),
        tx.run('INSERT INTO thing VALUES (1, 1)'),
        tx.run('INSERT INTO thing VALUES (4, 4)'),
      ]),
    );
    await expect(twice).rejects.toThrow(/unique/i);
    // The plans that the failed ones would have made are made now.
    for (const id of [3, 4]) await db.write((tx) => tx.run(`INSERT INTO thing VALUES (${id}, ${id})`));
    expect(await db.all('SELECT id FROM thing ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]);
  });

  test('of reads that are asked together one that fails fails alone', async () => {
    const db = await withTable('id BIGINT PRIMARY KEY');
    await db.run('INSERT INTO thing VALUES (1), (2)');
    for (let i = 0; i < 3; i++) {
      const asked = [
        db.get('SELECT max(id) AS id FROM thing'),
        db.get('SELECT nothing FROM nowhere'),
        db.all('SELECT id FROM thing WHERE id = ?', [1]),
      ];
      const [first, failed, last] = await Promise.allSettled(asked);
      expect([first, failed?.status, last]).toEqual([
        { status: 'fulfilled', value: { id: 2 } },
        'rejected',
        { status: 'fulfilled', value: [{ id: 1 }] },
      ]);
    }
    const many = await Promise.all(Array.from({ length: 100 }, (_, i) => db.get('SELECT CAST(? AS BIGINT) AS i', [i])));
    expect(many).toEqual(Array.from({ length: 100 }, (_, i) => ({ i })));
  });

  test('a transaction that has ended cannot be used', async () => {
    const db = await withTable('id BIGINT PRIMARY KEY');
    const tx = await db.write(async (tx) => ({ tx }));
    await expect(tx.tx.run('INSERT INTO thing VALUES (1)')).rejects.toThrow('has ended');
    expect(await db.all('SELECT id FROM thing')).toEqual([]);
  });

  test('a reader never sees what is not committed', async () => {
    const db = await withTable('id BIGINT PRIMARY KEY');
    let seenInside: unknown;
    await db.write(async (tx) => {
      await tx.run('INSERT INTO thing VALUES (1)');
      expect(await tx.all('SELECT id FROM thing')).toEqual([{ id: 1 }]);
      if (db.dialect === 'sqlite') db.all('SELECT id FROM thing').then((rows) => (seenInside = rows));
      else seenInside = await db.all('SELECT id FROM thing');
    });
    expect(seenInside).toEqual([]);
    expect(await db.all('SELECT id FROM thing')).toEqual([{ id: 1 }]);
  });

  test('moving between two rows never shows a reader a wrong sum', async () => {
    const db = await withTable('id BIGINT PRIMARY KEY, n BIGINT');
    await db.write((tx) => tx.run('INSERT INTO thing VALUES (1, 1000), (2, 0)'));
    const move = () =>
      db.write(async (tx) => {
        await tx.run('UPDATE thing SET n = n - 1 WHERE id = 1');
        await tx.run('UPDATE thing SET n = n + 1 WHERE id = 2');
      });
    // All of them at once would wait longer for a connection than a pool allows, on a machine that is busy enough.
    let moving = 20;
    const mover = async () => {
      try {
        for (let i = 0; i < 10; i++) await move();
      } finally {
        moving--;
      }
    };
    const watch = async () => {
      while (moving > 0) {
        expect(await db.get('SELECT sum(n) AS n FROM thing')).toEqual({ n: 1000 });
        await new Promise(setImmediate);
      }
    };
    await Promise.all([watch(), ...Array.from({ length: moving }, mover)]);
    expect(await db.get('SELECT n FROM thing WHERE id = 2')).toEqual({ n: 200 });
  });

  test('concurrent takers of queue rows get each row once', async () => {
    const options = await place.fresh();
    const db = await openDb(options);
    // Two processes' worth of pools where the database can be shared.
    const other = db.dialect === 'postgres' ? await openDb(options) : db;
    try {
      await db.write(async (tx) => {
        await tx.run('CREATE TABLE queue (id BIGINT PRIMARY KEY, taker BIGINT)');
        for (let id = 0; id < 300; id++) await tx.run('INSERT INTO queue VALUES (?, NULL)', [id]);
      });
      const taken: number[] = [];
      await Promise.all(
        Array.from({ length: 12 }, async (_, taker) => {
          for (;;) {
            const rows = await (taker % 2 ? db : other).write((tx) =>
              tx.all<{ id: number }>(
                `UPDATE queue SET taker = ? WHERE id IN
                   (SELECT id FROM queue WHERE taker IS NULL ORDER BY id LIMIT 7 ${db.skipLocked}) RETURNING id`,
                [taker],
              ),
            );
            if (rows.length === 0) return;
            taken.push(...rows.map((row) => row.id));
          }
        }),
      );
      expect(taken.sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, id) => id));
    } finally {
      await db.close();
      if (other !== db) await other.close();
    }
  });

  test('writers that cross each other all get through', async () => {
    const db = await withTable('id BIGINT PRIMARY KEY, n BIGINT');
    await db.write((tx) => tx.run('INSERT INTO thing VALUES (1, 0), (2, 0)'));
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        db.write(async (tx) => {
          await tx.run('UPDATE thing SET n = n + 1 WHERE id = ?', [1 + (i % 2)]);
          await tx.run('UPDATE thing SET n = n + 1 WHERE id = ?', [2 - (i % 2)]);
        }),
      ),
    );
    expect(await db.all('SELECT n FROM thing')).toEqual([{ n: 6 }, { n: 6 }]);
  });

  test('a committed write survives kill -9, an unfinished one leaves no half', () => survivesKill(place));

  test('a closed database says so, after finishing what it had taken', async () => {
    const options = await place.fresh();
    const db = await openDb(options);
    await db.write((tx) => tx.run('CREATE TABLE thing (id BIGINT)'));
    const last = db.write((tx) => tx.run('INSERT INTO thing VALUES (1)'));
    await Promise.all([db.close(), db.close()]);
    expect(await last).toBe(1);
    await expect(db.write((tx) => tx.run('INSERT INTO thing VALUES (2)'))).rejects.toThrow(DbUnavailable);
    await expect(db.run('INSERT INTO thing VALUES (2)')).rejects.toThrow(DbUnavailable);
    await expect(db.get('SELECT 1 AS one')).rejects.toThrow(DbUnavailable);
    await expect(db.ping()).rejects.toThrow(DbUnavailable);
    const again = await openDb(options);
    expect(await again.all('SELECT id FROM thing')).toEqual([{ id: 1 }]);
    await again.close();
  });
});

async function survivesKill(place: Place): Promise<void> {
  const options = await place.fresh();
  const first = await openDb(options);
  await first.write((tx) => tx.run('CREATE TABLE kept (id BIGINT, half BIGINT, PRIMARY KEY (id, half))'));
  await first.close();
  const writer = fileURLToPath(new URL('./testing-writer.js', import.meta.url));
  const acknowledged: number[] = [];
  for (let round = 0; round < 4; round++) {
    const child = spawn(process.execPath, [writer, JSON.stringify(options), String(round * 1e6)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const enough = 8 + Math.random() * 100;
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.split('\n').length > enough) child.kill('SIGKILL');
    });
    await once(child, 'close');
    expect(child.signalCode).toBe('SIGKILL');
    acknowledged.push(...output.split('\n').slice(0, -1).map(Number));
  }
  const db = await openDb(options);
  const rows = await db.all<{ id: number; n: number }>('SELECT id, count(*) AS n FROM kept GROUP BY id');
  await db.close();
  const kept = new Set(rows.map((row) => row.id));
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(rows.filter((row) => row.n !== 2)).toEqual([]);
}
