import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'rolldown/utils';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** What tests read or run. */
const parts = ['package.json', 'vitest.config.ts', 'tsconfig.json', 'packages', 'contracts', 'dev', 'prove', 'scripts'];
const ours = '@trigpoint';
/** Half of the files are for compilers and debuggers, and are not copied. */
const isNeeded = (path: string): boolean => !/\.(d\.ts|map|tsbuildinfo)$/.test(path);

const compiledOf = (source: string): string =>
  (/^(packages|dev|contracts)\//.test(source)
    ? source.replace('/src/', '/dist/')
    : source.replace('/', '/dist/')
  ).replace(/\.ts$/, '.js');

/** Throws if the text is not valid TypeScript. */
export const compile = async (path: string, text: string): Promise<string> => {
  const { code, errors } = await transform(basename(path), text, {
    target: 'es2023',
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
  });
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  return code;
};

/** A database is named, so that the setup of the tests starts none of its own. Nobody connects to it. */
const nowhere = 'postgres://nobody@127.0.0.1:1/nowhere';
const notOnPostgres = '^((?!\\(postgres\\)).)*$';

export type Outcome = 'passed' | 'failed' | 'timed out';

/** A copy of the compiled tree, in which a source can be replaced without anybody else noticing. */
export class Tree {
  readonly folder: string;
  #running: ChildProcess | undefined;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async copy(): Promise<Tree> {
    const folder = await mkdtemp(join(tmpdir(), 'trigpoint-mutants-'));
    for (const part of parts)
      await cp(join(root, part), join(folder, part), { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    const modules = join(folder, 'node_modules');
    await mkdir(modules);
    for (const name of await readdir(join(root, 'node_modules')))
      if (name !== ours && !name.startsWith('.vite'))
        await symlink(join(root, 'node_modules', name), join(modules, name));
    // These links lead to the packages of this copy. Links of the original tree would lead back to it.
    await cp(join(root, 'node_modules', ours), join(modules, ours), { recursive: true, verbatimSymlinks: true });
    return new Tree(folder);
  }

  readSource(path: string): Promise<string> {
    return readFile(join(this.folder, path), 'utf8');
  }

  /** Compiles this text in the place of a source. */
  async write(path: string, text: string): Promise<void> {
    const target = join(this.folder, compiledOf(path));
    await writeFile(target, await compile(path, text));
  }

  /**
   * Runs tests, one file after another, until the first one fails. On SQLite alone: the rules are the same on PostgreSQL, and
   * take twice as long to try there.
   */
  test(tests: readonly string[], limitMs: number): Promise<Outcome> {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const options = ['run', '--bail=1', '--no-file-parallelism', '--reporter=dot', '-t', notOnPostgres];
    return this.#run([vitest, ...options, ...tests.map(compiledOf)], limitMs, { DATABASE_URL: nowhere });
  }

  async #run(args: readonly string[], limitMs: number, more: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      env: { ...env, ...more },
      stdio: 'ignore',
      detached: true,
    });
    this.#running = child;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#kill();
    }, limitMs);
    const [code] = (await once(child, 'exit')) as [number | null];
    clearTimeout(timer);
    // Whatever a test left running is ended too.
    this.#kill();
    this.#running = undefined;
    if (isLate) return 'timed out';
    return code === 0 ? 'passed' : 'failed';
  }

  async remove(): Promise<void> {
    this.#kill();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Ends the test run and everything that it started, which are one process group. */
  #kill(): void {
    if (!this.#running?.pid) return;
    try {
      process.kill(-this.#running.pid, 'SIGKILL');
    } catch {
      // All of them have ended already.
    }
  }
}
