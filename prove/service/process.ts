import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  /** Its first line, once it is ready. */
  readonly hello: string;
  /** Says a line and hears one. */
  ask(line: string): Promise<string>;
  /** Does nothing where it has ended already. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

export type ServiceProcess = Omit<Child, 'hello'> & { readonly url: string };

/** A service as a process that can be killed. It says its address on a line of its own once it listens. */
export const startServiceProcess = async (file: URL, settings: unknown): Promise<ServiceProcess> => {
  const { hello: url, ask, end } = await startChild(file, settings);
  return { url, ask, end };
};

/** A compiled file as a process that answers each line with one. */
export const startChild = async (file: URL, settings: unknown): Promise<Child> => {
  const child = spawn(process.execPath, [fileURLToPath(file), JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${fileURLToPath(file)} ended`);
    return value as string;
  };
  const hello = await next();
  return {
    hello,
    ask(line) {
      child.stdin.write(`${line}\n`);
      return next();
    },
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
};
