import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isLeftOpenByLoad } from '@trigpoint/dev';
import { type StartedCommand, startCommand } from '@trigpoint/dev/processes';
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
/** What pages ask for in the same words is asked for once, and the answer stands for all of them. */
const askedOnce = /\btrigpoint (?:request|campaign create|photo submit)\b|\bbench\/dist\/run\.js\b/;
/** Options of benchmarks. With `--small` their figures make no difference. */
const figures = /(?<=\bbench\/.*)( --[a-z-]+) [\d,.]+/g;
const startsNetwork = 'node_modules/.bin/trigpoint up';
/** Account 0 of the development chain, which has money. */
const funded = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const honest = 'honest-frankfurt';

interface Running extends StartedCommand {
  readonly text: string;
}

interface Ended {
  readonly code: number;
  readonly output: string;
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
  readonly #network: (() => Promise<DocStage>) | undefined;
  #answers = new Map<string, Ended>();

  private constructor(dir: string, network?: () => Promise<DocStage>) {
    this.#dir = dir;
    this.#network = network;
  }

  /** `network` starts the stage whose network `npm start` of this page means, unless another page has. */
  static async open(network?: () => Promise<DocStage>): Promise<DocStage> {
    const dir = await mkdtemp(join(tmpdir(), 'trigpoint-docs-'));
    const own = new Set(['.git', '.trigpoint', 'dist']);
    for (const name of await readdir(root)) if (!own.has(name)) await symlink(join(root, name), join(dir, name));
    const key = { key_type: 'ethereum', private_key: funded };
    await writeFile(join(dir, 'owner.json'), JSON.stringify(key), { mode: 0o600 });
    return new DocStage(dir, network);
  }

  /** Types a command and tells what it printed; throws that where it does not end as the page says. */
  async run(command: DocCommand, tries = 1): Promise<string> {
    const text = await translate(command.text, this.#standIns());
    if (text === startsNetwork && this.#network) return this.startNetwork();
    if (asks.test(text)) await this.#stopAgents();
    if (readsEvidence.test(text)) await this.#awaitWitnesses();
    const stays = staying.find(([pattern]) => pattern.test(text) && !text.includes('--help'));
    if (stays) return this.#ready(this.#start(text), stays[1]);
    const what = text.replaceAll(figures, '$1');
    const { code, output } = this.#answers.get(what) ?? (await this.#ended(text));
    if (code === inconclusive && command.exitCode !== code && isLeftOpenByLoad(output) && tries < mostTries) {
      await pause(1_000 * tries);
      return this.run(command, tries + 1);
    }
    if (code !== command.exitCode)
      throw new Error(`${text}\nended with ${code}, not ${command.exitCode}:\n${output.slice(-2000)}`);
    if (askedOnce.test(text)) this.#answers.set(what, { code, output });
    this.#challenge = /^Challenge (\d+|ask-[0-9a-f]{32})/m.exec(output)?.[1] ?? this.#challenge;
    this.#watch = /^Watch (\S+) asks/m.exec(output)?.[1] ?? this.#watch;
    return output;
  }

  /** Starts a network, or joins the one that pages share, with its data. Tells what its start printed. */
  async startNetwork(): Promise<string> {
    if (!this.#network) return this.run({ text: 'npx trigpoint up', exitCode: 0 });
    const shared = await this.#network();
    await symlink(join(shared.#dir, '.trigpoint'), join(this.#dir, '.trigpoint'));
    [this.#service, this.#chain, this.#answers] = [shared.#service, shared.#chain, shared.#answers];
    return shared.#running[0]?.said.out ?? '';
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
    const isUnsigned = async (proofType: string) => {
      const reply = await this.#post(`${proofType}/challenge-evidence`, { challenge_id: this.#challenge });
      return reply.ok && ((await reply.text()).match(signatureLines) ?? []).length <= 1;
    };
    for (const until = Date.now() + patienceMs; Date.now() < until; await pause(500))
      if (!(await isUnsigned('pol')) && !(await isUnsigned('pob'))) return;
  }

  #post(path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return fetch(`${this.#service}/proof/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
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
    const env = {
      ...{ PATH, HOME: this.#dir, PORT: '0', CHAIN_PORT: '0', LOG_LEVEL: 'warn' },
      ...(this.#service === '' ? {} : { TRIGPOINT_SERVICE: this.#service }),
    };
    // A group of its own: what npx starts ends with it.
    const options = { cwd: this.#dir, detached: true, env };
    const running = { text, ...startCommand(['bash', '-o', 'pipefail', '-c', text], options) };
    this.#running.push(running);
    return running;
  }

  async #ended(text: string): Promise<Ended> {
    const { exit, said } = this.#start(text);
    const code = await Promise.race([exit, pause(patienceMs, -1, { ref: false })]);
    return { code: code ?? -1, output: said.out + said.err };
  }

  async #ready({ text, says, said }: Running, ready: RegExp): Promise<string> {
    const isReady = await Promise.race([says(ready), pause(patienceMs, undefined, { ref: false })]);
    if (!isReady) throw new Error(`${text}\ndid not get ready:\n${said.out}${said.err}`);
    if (this.#service === '') {
      this.#service = /Service +(\S+)/.exec(said.out)?.[1] ?? '';
      this.#chain = /Chain +(\S+)/.exec(said.out)?.[1] ?? '';
    }
    return said.out;
  }

  /** By name: the list's first may be a prover that the page itself has started. */
  async #honestProver(): Promise<string> {
    const listed = await (await this.#post('pol/provers', {})).text();
    const { provers } = JSON.parse(listed).result as { provers: { id: string; claims: { name?: string } }[] };
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

const stop = async ({ child, exit }: Running): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
    process.kill(-child.pid, 'SIGTERM');
  await exit;
};
