import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DbOptions, TEST_DATABASE_URL, temporaryPostgres, temporarySchema } from '@trigpoint/server';

export interface PostgresNeeds {
  /** Whether writes must wait for the disk. The PostgreSQL of the tests does not, so another one is used then. */
  readonly isDurable?: boolean;
}

/** Calls `work` with the PostgreSQL that the environment names, or with one that is started for it, or with none. */
export const usePostgres = async <T>(
  work: (url: string | undefined, isGiven: boolean) => Promise<T>,
  { isDurable = false }: PostgresNeeds = {},
): Promise<T> => {
  const url = (isDurable ? undefined : process.env[TEST_DATABASE_URL]) ?? process.env.DATABASE_URL;
  const own = url ? undefined : await temporaryPostgres({ isDurable });
  try {
    return await work(url ?? own?.url, url !== undefined);
  } finally {
    await own?.stop();
  }
};

/** Calls `work` with an empty place in SQLite, then with one in PostgreSQL where there is one. Removes both afterwards. */
export const onEachDatabase = <T>(
  log: (line: string) => void,
  work: (name: 'SQLite' | 'PostgreSQL', place: DbOptions) => Promise<T>,
  needs?: PostgresNeeds,
): Promise<T[]> =>
  usePostgres(async (url) => {
    const root = await mkdtemp(join(tmpdir(), 'trigpoint-databases-'));
    try {
      const results = [await work('SQLite', { dataDir: join(root, 'sqlite') })];
      if (!url) {
        log('no PostgreSQL: neither DATABASE_URL nor a server that can be started here');
        return results;
      }
      const schema = await temporarySchema(url);
      try {
        results.push(await work('PostgreSQL', { dataDir: join(root, 'postgres'), databaseUrl: schema.url }));
      } finally {
        await schema.drop();
      }
      return results;
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  }, needs);
