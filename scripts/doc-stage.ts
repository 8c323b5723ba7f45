import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDb, TEST_DATABASE_URL, temporarySchema } from '@trigpoint/server';
import type { DocCommand } from './doc-blocks.ts';
import { root } from './sources.ts';

const patienceMs = 180_000;
const inconclusive = 4;
const mostTries = 5;
/** They run until somebody stops them, and say when they are ready. */
const staying: readonly (readonly [RegExp, RegExp])[] = [
  [/\btrigpoint (?:up|serve)\b/, /Stop it with Ctrl-C/],
  [/\btrigpoint (?:prover|challenger) /, / connected /],
  [/\bs3rver\b/, /listening/i],
];
/** Account 0 of the development chain, which has money. */
const funded = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

interface Running {
  readonly text: string;
  readonly child: ChildProcess;
  output: string;
  readonly code: Promise<number>;
}

/** A folder that looks like a fresh clone, in which one page's commands are typed one after another. */
export class DocStage {
  readonly #dir: string;
  readonly #running: Running[] = [];
  readonly #closers: (() => Promise<unknown>)[] = [];
  #database: Promise<string | undefined> | undefined;
  #service = '';
  #chain = '';
  #challenge = '';
  readonly #ports = new Map<string, string>();

  private constructor(dir: string) {
    this.#dir = dir;
  }

  static async open(): Promise<DocStage> {
    const dir = await mkdtemp(join(tmpdir(), 'trigpoint-docs-'));
    const own = new Set(['.git', '.trigpoint', 'dist']);
    for (const name of await readdir(root)) if (!own.has(name)) await symlink(join(root, name), join(dir, name));
    const key = { key_type: 'ethereum', private_key: funded };
    await writeFile(join(dir, 'owner.json'), JSON.stringify(key), { mode: 0o600 });
    return new DocStage(dir);
  }

  /** Types a command; throws what it said where it does not end as the page says. */
  async run(command: DocCommand, tries = 1): Promise<void> {
    const text = await this.#translate(command.text);
    const stays = staying.find(([pattern]) => pattern.test(text) && !text.includes('--help'));
    const started = this.#start(text);
    if (stays) return this.#ready(started, stays[1]);
    const code = await Promise.race([started.code, pause(patienceMs, -1, { ref: false })]);
    // A busy machine leaves a case open instead of blaming the prover (decision 52): asked again, as a person would.
    if (code === inconclusive && command.exitCode !== inconclusive && tries < mostTries)
      return this.run(command, tries + 1);
    if (code !== command.exitCode)
      throw new Error(`${text}\nended with ${code}, not ${command.exitCode}:\n${started.output.slice(-2000)}`);
    this.#challenge = /^Challenge (\d+)/m.exec(started.output)?.[1] ?? this.#challenge;
  }

  /** Every page but the one that starts it begins with a network that runs. */
  async network(): Promise<void> {
    if (this.#service === '') await this.run({ text: 'npx trigpoint up', exitCode: 0 });
  }

  async hasDatabase(): Promise<boolean> {
    return (await this.#databaseUrl()) !== undefined;
  }

  async close(): Promise<void> {
    for (const it of this.#running.reverse()) {
      if (it.child.exitCode === null && it.child.pid !== undefined) process.kill(-it.child.pid, 'SIGTERM');
      await it.code;
    }
    for (const close of this.#closers) await close();
    await rm(this.#dir, { recursive: true });
  }

  /** What stands for something in a page, and what would collide with somebody else's on this machine. */
  async #translate(text: string): Promise<string> {
    for (const port of ['41000', '9000', '8081', '8082'])
      if (text.includes(port)) this.#ports.set(port, this.#ports.get(port) ?? String(await freePort()));
    const prover = text.includes('IPv4/0x…') ? await this.#anyProver() : '';
    const database = /postgres:\/\//.test(text) ? `'${await this.#databaseUrl()}'` : '';
    return (
      text
        // Installing and building is what every test comes after; package.json says that this is the rest of it.
        .replace(/^npm ci && /, '')
        .replace(/\bnpm start\b/, 'npx trigpoint up')
        // The same file, without the second that npx takes to find it.
        .replaceAll(/\bnpx /g, 'node_modules/.bin/')
        // Minutes of a quiet machine, and tests that run smaller (prove/small.test.ts): here only that they exist.
        .replace(/^npm run (bench|prove) -- ([\w-]+).*$/, 'node --check $1/dist/$2.js')
        .replaceAll('<n>', this.#challenge)
        .replaceAll('IPv4/0x…', prover)
        .replaceAll(/\b(?:41000|9000|8081|8082)\b/g, (port) => this.#ports.get(port) ?? port)
        .replaceAll(/postgres:\/\/\S+/g, database)
        .replaceAll('http://127.0.0.1:8545', this.#chain)
        .replaceAll(/http:\/\/127\.0\.0\.1:8080|https:\/\/proofs\.example\.com/g, this.#service)
    );
  }

  #start(text: string): Running {
    const { PATH = '' } = process.env;
    const child = spawn('bash', ['-o', 'pipefail', '-c', text], {
      cwd: this.#dir,
      // A group of its own: what npx starts ends with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH,
        HOME: this.#dir,
        PORT: '0',
        CHAIN_PORT: '0',
        LOG_LEVEL: 'warn',
        ...(this.#service === '' ? {} : { TRIGPOINT_SERVICE: this.#service }),
      },
    });
    const code = new Promise<number>((resolve) => child.once('close', (it) => resolve(it ?? -1)));
    const running: Running = { text, child, output: '', code };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        running.output += data;
      });
    this.#running.push(running);
    return running;
  }

  async #ready(started: Running, says: RegExp): Promise<void> {
    for (const until = Date.now() + patienceMs; !says.test(started.output); await pause(50))
      if (started.child.exitCode !== null || Date.now() > until)
        throw new Error(`${started.text}\ndid not get ready:\n${started.output.slice(-2000)}`);
    if (this.#service !== '') return;
    this.#service = /(?:Console|Service) +(\S+)/.exec(started.output)?.[1] ?? '';
    this.#chain = /Chain +(\S+)/.exec(started.output)?.[1] ?? '';
  }

  async #anyProver(): Promise<string> {
    const listed = this.#start('node_modules/.bin/trigpoint provers');
    await listed.code;
    return /IPv4\/0x\w+/.exec(listed.output)?.[0] ?? '';
  }

  #databaseUrl(): Promise<string | undefined> {
    this.#database ??= (async () => {
      const server = process.env[TEST_DATABASE_URL];
      if (!server) return undefined;
      const { url, drop } = await temporarySchema(server);
      this.#closers.push(drop);
      await (await openDb({ dataDir: this.#dir, databaseUrl: url })).close();
      return url;
    })();
    return this.#database;
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4').bind(0, () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
