import { access, constants, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Config, lookAtDatabase, readAutonomousSystems, readConfig } from '@trigpoint/server';
import { bad, causeOf, type Diagnosis, fine, skipped, warning } from './diagnoses.ts';

/** The settings as `serve` would read them. */
export const checkConfig = (env: NodeJS.ProcessEnv): { diagnosis: Diagnosis; value?: Config } => {
  try {
    return { diagnosis: fine('settings', 'can be used'), value: readConfig(env) };
  } catch (error) {
    return { diagnosis: bad('settings', (error as Error).message, 'docs/config.md lists every setting.') };
  }
};

/** A table of autonomous systems is too old after this many days, because addresses change hands. */
const oldDays = 90;
const lowBytes = 1024 ** 3;

export async function checkDataDir(dataDir: string): Promise<Diagnosis> {
  const path = resolve(dataDir);
  const found = await stat(path).catch(() => undefined);
  if (!found) return skipped('data', `${path} is not there yet; it is made at the first start`);
  if (!found.isDirectory()) return bad('data', `${path} is not a folder`, 'Set TRIGPOINT_DATA_DIR to another place.');
  const writable = await access(path, constants.W_OK | constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    return bad('data', `${path} cannot be written`, `Give it to the user that runs the service: chown -R USER ${path}`);
  const keys = await stat(join(path, 'keys')).catch(() => undefined);
  if (process.platform !== 'win32' && ((keys ?? found).mode & 0o077) !== 0)
    return warning('data', `${path} can be read by others, and keys may be in it`, `Run: chmod -R go= ${path}`);
  const disk = await statfs(path);
  const free = disk.bavail * disk.bsize;
  const says = `${path}, ${(free / 1024 ** 3).toFixed(1)} GiB free`;
  return free > lowBytes
    ? fine('data', says)
    : warning('data', says, 'Make room: the database stops taking writes when the disk is full.');
}

export async function checkDatabase(config: Config): Promise<Diagnosis> {
  const name = config.database.databaseUrl ? 'PostgreSQL' : 'SQLite';
  try {
    const look = await lookAtDatabase({ dataDir: config.dataDir, ...config.database });
    if (!look) return skipped('database', `${name}: not made yet`);
    const { applied, known, version } = look;
    const says = `${name} ${version}, schema ${applied}`;
    if (applied > known)
      return bad(
        'database',
        `${says}, newer than this program (${known})`,
        'Start the newer version that made it, or restore a backup from before the upgrade.',
      );
    if (applied < known)
      return warning(
        'database',
        `${says}; the next start brings it to ${known}`,
        'Make a backup first: trigpoint backup <folder>',
      );
    return fine('database', says);
  } catch (error) {
    return bad(
      'database',
      `${name} cannot be used: ${causeOf(error)}`,
      'Check DATABASE_URL, that the server runs, and that this machine may connect.',
    );
  }
}

async function rpc(url: string, method: string, params: unknown[] = []): Promise<unknown> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(5_000),
  });
  const { result, error } = (await reply.json()) as { result?: unknown; error?: { message: string } };
  if (error) throw new Error(error.message);
  return result;
}

/** Asks every configured RPC endpoint: does it answer, is it on the right chain, and does it know the contract? */
export async function checkChain(chain: Config['chain']): Promise<Diagnosis> {
  if (!chain)
    return skipped('chain', 'CHAIN_RPC_URL is not set in this terminal: a service started here would have no chain');
  for (const url of chain.rpcUrls) {
    const { host } = new URL(url);
    try {
      const id = Number(await rpc(url, 'eth_chainId'));
      if (id !== chain.id)
        return bad('chain', `${host} is on chain ${id}, not ${chain.id}`, 'Correct CHAIN_ID or CHAIN_RPC_URL.');
      if ((await rpc(url, 'eth_getCode', [chain.requestHandler, 'latest'])) === '0x')
        return bad(
          'chain',
          `there is no contract at ${chain.requestHandler}`,
          'Deploy one: trigpoint contract deploy --rpc-url …',
        );
    } catch (error) {
      return bad(
        'chain',
        `${host} does not answer: ${causeOf(error)}`,
        'Check CHAIN_RPC_URL and that this machine may reach it.',
      );
    }
  }
  return fine('chain', `${chain.rpcUrls.length} node(s) of chain ${chain.id} know the contract`);
}

/** Without a table of autonomous systems, one provider can have all seats. */
export async function checkSystems({ systemsTable, development }: Config): Promise<Diagnosis> {
  const where = 'docs/deployment.md says where to get one.';
  if (systemsTable === undefined)
    return development
      ? skipped('systems', 'no table of autonomous systems; a development network needs none')
      : warning('systems', 'no table of autonomous systems: one provider can have all seats', `Set AS_TABLE; ${where}`);
  try {
    const { size, table } = await readAutonomousSystems(systemsTable);
    if (size === 0) return bad('systems', `${systemsTable} has no ranges of addresses`, `Correct AS_TABLE; ${where}`);
    const ageDays = Math.floor((Date.now() - (table?.datedAt ?? 0)) / 86_400_000);
    const says = `${size} ranges of addresses, ${ageDays} days old`;
    return ageDays > oldDays ? warning('systems', says, `Fetch a newer one; ${where}`) : fine('systems', says);
  } catch (error) {
    return bad('systems', `AS_TABLE cannot be read: ${causeOf(error)}`, `Correct AS_TABLE; ${where}`);
  }
}
