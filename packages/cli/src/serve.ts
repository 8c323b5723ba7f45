import { type Config, readConfig, startService } from '@trigpoint/server';
import { show } from './output.ts';

/** Closing waits for the slowest request. After this time the process ends anyway. */
const closeMs = 9_000;

/** Calls `close` on SIGTERM or SIGINT, and ends with 0. A second signal ends the process at once. */
export const closeOnSignal = (close: () => Promise<void>, drainMs = 0): void => {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(0), drainMs + closeMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`trigpoint: closing failed: ${error}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

/** Where the data is, for a person to read. */
export const describeData = ({ database, dataDir }: Config): string =>
  database.databaseUrl ? 'PostgreSQL (DATABASE_URL)' : dataDir;

export const serve = async (env: NodeJS.ProcessEnv, options: { json?: boolean } = {}): Promise<void> => {
  const config = readConfig(env);
  const service = await startService(config);
  closeOnSignal(service.close, config.drainMs);
  const data = describeData(config);
  show(
    options.json,
    { service: service.url, api: `${service.url}/docs`, health: `${service.url}/readyz`, data },
    () => `Trigpoint is running.

  Service   ${service.url}
  API       ${service.url}/docs
  Health    ${service.url}/readyz
  Data      ${data}
  Requests  ${config.chain ? `from chain ${config.chain.id}, and at the service itself` : 'at the service itself: no chain is set'}

Stop it with Ctrl-C.`,
  );
};
