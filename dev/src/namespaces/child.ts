import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Place } from './bridge.ts';

/** A Node program in a namespace, told what to do by one argument; it ends when told to or when its parent does. */
export interface Child<Hello> {
  readonly process: ChildProcess;
  /** The first thing it said. */
  readonly hello: Hello;
  next<T>(): Promise<T>;
  close(): Promise<void>;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** As `nice -n` takes it. */
  readonly niceness?: number;
}

export async function startIn<Hello>(
  { namespace }: Place,
  program: URL,
  argument: object,
  { env = {}, niceness = 0 }: StartOptions = {},
): Promise<Child<Hello>> {
  const file = fileURLToPath(program);
  const inside = ['ip', 'netns', 'exec', namespace, process.execPath, file, JSON.stringify(argument)];
  const child = spawn('nice', ['-n', String(niceness), ...inside], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  const exited = new AbortController();
  child.once('exit', () => exited.abort(new Error(`${file} ended`)));
  const next = async <T>(): Promise<T> => (await once(child, 'message', { signal: exited.signal }))[0] as T;
  const close = async () => {
    if (child.connected) child.disconnect();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return { process: child, next, close, hello: await next<Hello>() };
}
