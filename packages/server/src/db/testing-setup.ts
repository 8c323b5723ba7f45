import { TEST_DATABASE_URL, temporaryPostgres } from './temporary-postgres.ts';
import { makeTemplates } from './testing-templates.ts';

/** Once per test run, before the workers start: they find the PostgreSQL (given, or our own) in their environment. */
export async function setup(): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const server = given ? undefined : await temporaryPostgres();
  const url = given ?? server?.url;
  if (url) process.env[TEST_DATABASE_URL] = url;
  delete process.env.DATABASE_URL;
  const removeTemplates = await makeTemplates(url);
  return async () => {
    await removeTemplates();
    await server?.stop();
  };
}
