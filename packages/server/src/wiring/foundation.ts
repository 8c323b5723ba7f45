import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/driver.ts';

/** What everything else is built on. */
export interface Foundation {
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => number;
  readonly random: (bytes: number) => Buffer;
  readonly db: Db;
  /** Called in reverse order when the service closes. */
  readonly closers: (() => Promise<void> | void)[];
}
