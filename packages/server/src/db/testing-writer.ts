import { openDb } from './open.ts';

/** A process to be killed: writes rows eight at a time and says each row's number once its write has resolved. */
const db = await openDb(JSON.parse(process.argv[2] ?? '{}'));
let next = Number(process.argv[3]);
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (;;) {
      const id = next++;
      if (id % 2 === 0) await db.run('INSERT INTO kept (id, half) VALUES (?, 1), (?, 2)', [id, id]);
      else
        await db.write(async (tx) => {
          await tx.run('INSERT INTO kept (id, half) VALUES (?, ?)', [id, 1]);
          await tx.run('INSERT INTO kept (id, half) VALUES (?, ?)', [id, 2]);
        });
      process.stdout.write(`${id}\n`);
    }
  }),
);
