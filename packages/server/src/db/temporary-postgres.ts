import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';

/** The variable is not DATABASE_URL, because a service that a test starts would inherit that and use the tests' database. */
export const TEST_DATABASE_URL = 'TRIGPOINT_TEST_DATABASE_URL';

/**
 * A shell script that waits until its input closes, which happens when the parent ends in any way. Then it stops the server
 * and deletes its files.
 */
const untilStdinEnds = '"$@" & server=$!; cat > /dev/null; kill -INT $server; wait $server; rm -rf "$0"';

/**
 * Starts a PostgreSQL for the time of a test run. It is reached through a socket in a temporary directory, so there is no port to
 * collide on. Undefined if the machine has no PostgreSQL. With `isDurable` it waits for the disk as in production. `settings` are
 * further settings, such as `track_io_timing=on`.
 */
export async function temporaryPostgres({
  isDurable = false,
  settings: further = [] as readonly string[],
} = {}): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  const bin = postgresBin();
  const user = ordinaryUser();
  if (!bin || !user) return undefined;
  const dir = mkdtempSync(join(tmpdir(), 'trigpoint-pg-'));
  const account = user === 'self' ? {} : user;
  if (user !== 'self') chownSync(dir, user.uid, user.gid);
  const data = join(dir, 'data');
  const settings = { ...account, cwd: dir, env: { ...process.env, LC_ALL: 'C' } };
  let server: ChildProcess | undefined;
  const stop = async () => {
    if (server && server.exitCode === null) {
      const ended = new Promise((resolve) => server?.once('exit', resolve));
      server.stdin?.end();
      await ended;
    }
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const init = ['-D', data, '-U', 'trigpoint', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'];
    execFileSync(join(bin, 'initdb'), init, { ...settings, stdio: 'ignore' });
    const quick = isDurable ? [] : ['fsync=off', 'full_page_writes=off'];
    const usual = ['listen_addresses=', 'max_connections=300', 'deadlock_timeout=50ms'];
    const options = [...usual, ...quick, ...further].flatMap((option) => ['-c', option]);
    const command = [join(bin, 'postgres'), '-D', data, '-k', dir, ...options];
    server = spawn('sh', ['-c', untilStdinEnds, dir, ...command], { ...settings, stdio: ['pipe', 'ignore', 'ignore'] });
    const url = `postgres://trigpoint@localhost/postgres?host=${encodeURIComponent(dir)}`;
    await answering(url);
    return { url, stop };
  } catch {
    await stop();
    return undefined;
  }
}

/** Makes an empty schema in any PostgreSQL, so that several tests can share one server. */
export async function temporarySchema(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const schema = `test_${randomBytes(8).toString('hex')}`;
  await administer(url, `CREATE SCHEMA ${schema}`);
  const inSchema = new URL(url);
  inSchema.searchParams.set('options', `-c search_path=${schema}`);
  return { url: inSchema.href, drop: () => administer(url, `DROP SCHEMA ${schema} CASCADE`) };
}

export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await administer(url, 'SELECT 1');
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function postgresBin(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return places.find((dir) => existsSync(join(dir, 'postgres')) && existsSync(join(dir, 'initdb')));
}

/** The account that runs PostgreSQL. It refuses to run as root, so root uses one of the usual accounts without rights. */
export function ordinaryUser(): 'self' | { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return 'self';
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  return account && { uid: Number(account[2]), gid: Number(account[3]) };
}
