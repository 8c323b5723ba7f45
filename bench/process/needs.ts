import { spawnSync } from 'node:child_process';

/** What this machine lacks for a benchmark. */
export class Lack extends Error {
  override readonly name = 'Lack';
}

export const whyNoProgram = (name: string): string | undefined =>
  spawnSync(name, ['-V']).error ? `${name} is not installed` : undefined;
