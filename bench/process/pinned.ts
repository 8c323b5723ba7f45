import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** A process of its own, on one core if one is named, which answers each message with one message. */
export class Pinned {
  readonly #child: ChildProcess;

  /** `file` is a compiled file, named from the folder of benchmarks. */
  constructor(file: string, core: number | undefined, args: readonly string[] = [], nodeArgs: readonly string[] = []) {
    const path = new URL(`../${file}`, import.meta.url).pathname;
    const command = [process.execPath, ...nodeArgs, path, ...args];
    const [program = '', ...rest] =
      canPin && core !== undefined ? ['taskset', '-c', String(core), ...command] : command;
    this.#child = spawn(program, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  next<T>(): Promise<T> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null): void => reject(new Error(`a process ended with ${code}`));
      this.#child.once('exit', ended);
      this.#child.once('message', (message) => {
        this.#child.off('exit', ended);
        resolve(message as T);
      });
    });
  }

  ask<T>(question: object): Promise<T> {
    const answer = this.next<T>();
    this.#child.send(question);
    return answer;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}

/** Microseconds of CPU this process has used. */
export const cpuUs = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
