import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../../cli/bin/trigpoint.js', import.meta.url));

export interface RunningService {
  readonly url: string;
  readonly dataDir: string;
  close(): Promise<void>;
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode === null ? child.once('exit', () => resolve()) : resolve()));

/** Starts `trigpoint …` as a person would, on free ports and in a folder of its own. */
export const startTrigpoint = async (
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<RunningService> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trigpoint-e2e-'));
  const child = spawn(process.execPath, [command, ...args], {
    env: {
      ...process.env,
      PORT: '0',
      CHAIN_PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      TRIGPOINT_DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (text: Buffer) => {
      said += text;
      const found = /(?:Service|Console)\s+(http:\/\/\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`trigpoint ended with ${code}: ${said}`)));
  });
  return {
    url,
    dataDir,
    close: async () => {
      child.kill('SIGTERM');
      await ended(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
