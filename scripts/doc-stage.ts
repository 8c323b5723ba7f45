import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isLeftOpenByLoad } from '@trigpoint/dev';
import { openDb, TEST_DATABASE_URL, temporarySchema } from '@trigpoint/server';
import type { DocCommand } from './doc-blocks.ts';
import { freePort, type StandIns, translate } from './doc-stand-ins.ts';
import { root } from './sources.ts';

const patienceMs = 180_000;
const inconclusive = 4;
const mostTries = 10;
/** Commands that run until somebody stops them, and what they say when they are ready. */
const staying: readonly (readonly [RegExp, RegExp])[] = [
  [/\btrigpoint (?:up|serve)\b/, /Stop it with Ctrl-C/],
  [/\btrigpoint (?:prover|challenger) /, / connected /],
  [/\bs3rver\b/, /listening/i],
];
const [, [isAgent]] = staying as [unknown, readonly [RegExp]];
const readsEvidence = /\btrigpoint evidence\b/;
/** The log signs a checkpoint with one line, and each witness with one more. */
const signatureLines = /\\n— /g;
const asks = /\btrigpoint request\b|\bexamples\/dist\/request\.js\b/;
/** Account 0 of the development chain, which has money. */
const funded = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const honest = 'honest-frankfurt';

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
  #watch = '';
  readonly #ports = new Map<string, Promise<string>>();

  private constructor(dir: string) {
    this.#dir = dir;
  }

  /** With the network that runs on another stage, and its data, where one is given. */
  static async open(beside?: DocStage): Promise<DocStage> {
    const dir = await mkdtemp(join(tmpdir(), 'trigpoint-docs-'));
    if (beside) await symlink(join(beside.#dir, '.trigpoint'), join(dir, '.trigpoint'));
    const own = new Set(['.git', '.trigpoint', 'dist']);
    for (const name of await readdir(root)) if (!own.has(name)) await symlink(join(root, name), join(dir, name));
    const key = { key_type: 'ethereum', private_key: funded };
    await writeFile(join(dir, 'owner.json'), JSON.stringify(key), { mode: 0o600 });
    const stage = new DocStage(dir);
    if (beside) [stage.#service, stage.#chain] = [beside.#service, beside.#chain];
    return stage;
  }

  /** Types a command and tells what it printed; throws that where it does not end as the page says. */
  async run(command: DocCommand, tries = 1): Promise<string> {
    const text = await translate(command.text, this.#standIns());
    if (asks.test(text)) await this.#stopAgents();
    if (readsEvidence.test(text)) await this.#awaitWitnesses();
    const stays = staying.find(([pattern]) => pattern.test(text) && !text.includes('--help'));
    if (stays) return this.#ready(this.#start(text), stays[1]);
    const { code, output } = await this.#ended(text);
    if (code === inconclusive && command.exitCode !== code && isLeftOpenByLoad(output) && tries < mostTries) {
      await pause(1_000 * tries);
      return this.run(command, tries + 1);
    }
    if (code !== command.exitCode)
      throw new Error(`${text}\nended with ${code}, not ${command.exitCode}:\n${output.slice(-2000)}`);
    this.#challenge = /^Challenge (\d+|ask-[0-9a-f]{32})/m.exec(output)?.[1] ?? this.#challenge;
    this.#watch = /^Watch (\S+) asks/m.exec(output)?.[1] ?? this.#watch;
    return output;
  }

  async startNetwork(): Promise<void> {
    await this.run({ text: 'npx trigpoint up', exitCode: 0 });
  }

  async hasDatabase(): Promise<boolean> {
    return (await this.#databaseUrl()) !== undefined;
  }

  async close(): Promise<void> {
    for (const it of this.#running.reverse()) await stop(it);
    for (const close of this.#closers) await close();
    await rm(this.#dir, { recursive: true });
  }

  /**
   * Agents that a page starts are no part of the simulated geography: everybody reaches them as if they stood next door.
   * Such a prover is refuted and such a challenger disputes honest claims, so they have gone when somebody asks.
   */
  async #stopAgents(): Promise<void> {
    for (const it of this.#running) if (isAgent.test(it.text)) await stop(it);
  }

  /** Witnesses are asked every ten seconds. Whoever types by hand is slower than that, and has evidence that they signed. */
  async #awaitWitnesses(): Promise<void> {
    const isSigned = async () => {
      const { code, output } = await this.#ended(`node_modules/.bin/trigpoint evidence ${this.#challenge}`);
      return code !== 0 || (output.match(signatureLines)?.length ?? 0) > 1;
    };
    for (const until = Date.now() + patienceMs; Date.now() < until && !(await isSigned()); ) await pause(500);
  }

  #standIns(): StandIns {
    const port = (named: string) => {
      const known = this.#ports.get(named) ?? freePort();
      this.#ports.set(named, known);
      return known;
    };
    return {
      challenge: this.#challenge,
      watch: this.#watch,
      service: this.#service,
      chain: this.#chain,
      prover: () => this.#honestProver(),
      database: () => this.#databaseUrl(),
      port,
    };
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

  async #ended(text: string): Promise<{ code: number; output: string }> {
    const started = this.#start(text);
    const code = await Promise.race([started.code, pause(patienceMs, -1, { ref: false })]);
    return { code, output: started.output };
  }

  async #ready(started: Running, says: RegExp): Promise<string> {
    for (const until = Date.now() + patienceMs; !says.test(started.output); await pause(50))
      if (started.child.exitCode !== null || Date.now() > until)
        throw new Error(`${started.text}\ndid not get ready:\n${started.output.slice(-2000)}`);
    if (this.#service === '') {
      this.#service = /Service +(\S+)/.exec(started.output)?.[1] ?? '';
      this.#chain = /Chain +(\S+)/.exec(started.output)?.[1] ?? '';
    }
    return started.output;
  }

  /** By name: the list's first may be a prover that the page itself has started. */
  async #honestProver(): Promise<string> {
    const listed = await this.run({ text: 'npx trigpoint provers --json', exitCode: 0 });
    const answer = listed.split('\n').find((it) => it.startsWith('{')) ?? '{}';
    const { provers = [] } = JSON.parse(answer) as { provers?: { id: string; claims: { name?: string } }[] };
    const found = provers.find(({ claims }) => claims.name === honest);
    if (!found) throw new Error(`${honest} is not there:\n${listed.slice(-2000)}`);
    return found.id;
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

const stop = async ({ child, code }: Running): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
    process.kill(-child.pid, 'SIGTERM');
  await code;
};
