import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A Node program in a process of its own. It answers each message with one message. */
export interface Child<Hello> {
  readonly process: ChildProcess;
  /** Its first message, which says that it is ready. */
  readonly hello: Hello;
  /** One question at a time. */
  ask<T>(question: object): Promise<T>;
  /** Does nothing if the process has ended already. */
  end(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

export interface StartOptions {
  /** The command that runs Node, such as `taskset -c 0`. */
  readonly under?: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a compiled file, which finds `settings` as JSON in its first argument, and waits until it says hello. */
export const startChild = async <Hello>(
  file: URL,
  settings: unknown,
  { under = [], nodeArgs = [], env = {} }: StartOptions = {},
): Promise<Child<Hello>> => {
  const path = fileURLToPath(file);
  const command = [...under, process.execPath, ...nodeArgs, path, JSON.stringify(settings)];
  const child = spawn(command[0] as string, command.slice(1), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  const exited = new AbortController();
  child.once('exit', () => exited.abort());
  const next = async <T>(): Promise<T> => {
    try {
      return (await once(child, 'message', { signal: exited.signal }))[0] as T;
    } catch (error) {
      throw exited.signal.aborted ? new Error(`${path} ended with ${child.exitCode ?? child.signalCode}`) : error;
    }
  };
  return {
    process: child,
    hello: await next<Hello>(),
    ask<T>(question: object) {
      const answer = next<T>();
      child.send(question, () => {});
      return answer;
    },
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      // Waits for `disconnect` too, so that its last message is heard.
      const ended = Promise.all([once(child, 'exit'), child.connected ? once(child, 'disconnect') : undefined]);
      child.kill(signal);
      await ended;
    },
  };
};

/** The child's side: says hello and answers questions. It closes and ends on SIGTERM, and when its parent has ended. */
export const answerParent = <Question>(
  hello: object,
  answer: (question: Question) => unknown = () => ({}),
  close: () => unknown = () => {},
): void => {
  process.on('message', async (question: Question) => void process.send?.(await answer(question)));
  const end = async () => {
    await close();
    process.exit(0);
  };
  process.once('SIGTERM', end);
  process.once('disconnect', end);
  process.send?.(hello);
};

/** What the parent gave the child. */
export const settingsFromParent = <Settings>(): Settings => JSON.parse(process.argv[2] ?? '{}') as Settings;
