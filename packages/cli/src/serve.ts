import { readConfig, startService } from '@trigpoint/server';

/** Closing takes as long as the slowest request; past this the process ends anyway. */
const closeMs = 9_000;

/** Calls `close` once on SIGTERM or SIGINT and ends with 0; a second signal ends at once. */
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

export const serve = async (env: NodeJS.ProcessEnv): Promise<void> => {
  const config = readConfig(env);
  const service = await startService(config);
  closeOnSignal(service.close, config.drainMs);
  process.stdout.write(`Trigpoint is running.

  Service   ${service.url}
  API       ${service.url}/docs
  Health    ${service.url}/readyz
  Data      ${config.database.databaseUrl ? 'PostgreSQL (DATABASE_URL)' : config.dataDir}

Stop it with Ctrl-C.
`);
};
