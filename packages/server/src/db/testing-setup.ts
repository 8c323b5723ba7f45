import { TEST_DATABASE_URL, temporaryPostgres } from './temporary-postgres.ts';

/** Once per test run, before the workers start: they find the PostgreSQL (given, or our own) in their environment. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.DATABASE_URL;
  const server = given ? undefined : await temporaryPostgres();
  const url = given ?? server?.url;
  if (url) process.env[TEST_DATABASE_URL] = url;
  delete process.env.DATABASE_URL;
  return server?.stop;
}
