import type { Logger } from 'pino';
import { type AutonomousSystems, noAutonomousSystems, readAutonomousSystems } from './autonomous-systems.ts';
import { followFile } from './follow-file.ts';

/** How often the file is checked for changes. */
const lookEveryMs = 10_000;

/** The operator's table of autonomous systems, as it was last read. */
export class SystemsFile {
  #newest = noAutonomousSystems;

  newest = (): AutonomousSystems => this.#newest;

  /** Reads the file now, and again whenever it has changed. Returns a function that ends that. */
  follow(path: string, log: Logger): Promise<() => Promise<void>> {
    return followFile({ setting: 'AS_TABLE', path, lookEveryMs, log }, async () => {
      const read = await readAutonomousSystems(path);
      if (read.size === 0) throw new Error('it has no ranges of addresses');
      this.#newest = read;
      log.info({ ranges: read.size, ...read.table }, 'read the table of autonomous systems');
    });
  }
}
