import { type Import, importsOf, isTest } from './imports.ts';
import type { Check, Source } from './sources.ts';

/** Who may import whom (CONTRIBUTING.md). The server never imports client or agent. */
const packages: Record<string, readonly string[]> = {
  schema: [],
  ethereum: [],
  protocol: ['schema'],
  log: ['schema', 'protocol'],
  proofs: ['schema', 'protocol', 'log'],
  contracts: ['ethereum', 'protocol', 'proofs'],
  client: ['ethereum', 'protocol', 'log', 'proofs'],
  agent: ['protocol', 'log', 'proofs', 'client'],
  server: ['schema', 'ethereum', 'protocol', 'log', 'proofs'],
  console: ['schema', 'ethereum', 'protocol', 'log', 'proofs', 'client'],
  dev: ['schema', 'ethereum', 'protocol', 'log', 'proofs', 'contracts', 'client', 'agent', 'server', 'console'],
  cli: ['schema', 'ethereum', 'protocol', 'log', 'proofs', 'contracts', 'client', 'agent', 'server', 'console', 'dev'],
};

const folderOf = (path: string): string | undefined => /^(?:packages\/)?([\w-]+)\//.exec(path)?.[1];
const packageOf = (path: string): string | undefined => {
  const folder = folderOf(path);
  return folder !== undefined && folder in packages ? folder : undefined;
};

const betweenPackages = (it: Import): string | undefined => {
  const own = packageOf(it.from);
  if (own === undefined) return undefined;
  const named = /^@trigpoint\/([\w-]+)/.exec(it.to)?.[1];
  if (named !== undefined) {
    return named === own || packages[own]?.includes(named) ? undefined : `${own} may not import ${named}`;
  }
  const isFile = /\.[cm]?[jt]sx?$/.test(it.to) && it.to.includes('/') && !it.to.startsWith('@');
  return isFile && folderOf(it.to) !== undefined && packageOf(it.to) !== undefined && packageOf(it.to) !== own
    ? `${it.to} belongs to another package: import it by the package's name`
    : undefined;
};

/** Which room of the server may import another one, and why. A room that is not listed imports no other. */
const arrows: Record<string, string> = {
  'challenge → ledger': 'a fee is set aside in the transaction that takes the challenge in',
  'challenge → cluster': 'people who watch on another node are told through the notice board',
  'coordination → challenge': 'it holds the lease on a challenge while it takes the next step, and writes its events',
  'coordination → network': 'it chooses among the agents that are connected',
  'verdict → challenge': 'it ends the challenge',
  'verdict → coordination': 'it judges the assignments and their readings',
  'verdict → ledger': 'readings are paid in the transaction that ends the challenge',
  'verdict → network': 'agents are scored in the same transaction',
  'verdict → keys': 'attestations are signed with keys of the service',
  'verdict → threads': 'a verdict takes too long for the event loop',
  'db → threads': 'long reads of the embedded database would hold the event loop',
  'keys → threads': 'signatures of agents are checked in a thread',
  'calibration → threads': 'a fit takes a second',
  'watch → threads': 'a certificate of a year takes seconds',
  'log → threads': 'a chain of seeds takes thousands of hashes',
  'campaign → ledger': 'photos are paid in the transaction that accepts them',
  'campaign → metrics': 'it counts what became of images',
  'network → cluster': 'an agent is alive while the node it is connected to is',
  'session → keys': 'a session belongs to a public key',
  'ledger → keys': 'POINTS are given to a public key',
  'metrics → coordination': 'it counts what became of readings',
  'metrics → ledger': 'it tells what of the budgets is used',
  'metrics → verdict': 'it counts how challenges ended',
  'backup → campaign': 'photos are part of a backup',
  'watch → challenge': 'what a watch asks is named like any other request',
  'watch → network': 'watches are counted by the network that they were added from',
  'webhook → network': 'webhooks are counted by the network that they were added from',
  'watch → ledger': 'it tells what it costs and what the payer has',
};
const rooms = [
  ...['session', 'network', 'challenge', 'coordination', 'verdict', 'calibration', 'chain', 'ledger', 'campaign'],
  ...['watch', 'webhook', 'cluster', 'keys', 'log', 'metrics', 'backup', 'threads', 'db'],
];

interface Place {
  readonly room: string | undefined;
  readonly isStore: boolean;
  /** Data flows down: http → handlers → rules → store → db. */
  readonly level: number;
}

const levelNames = ['db', 'store', 'rules', 'handlers', 'http', 'wiring', 'main'];

const levelInRoom = (room: string, name: string): number => {
  if (room === 'db') return 0;
  if (room === 'network' && name === 'hub') return 4;
  if (/(^|-)handlers$/.test(name)) return 3;
  return isStoreName(name) ? 1 : 2;
};
const isStoreName = (name: string) => /(^|-)store$/.test(name);

const placeOf = (path: string): Place | undefined => {
  const inner = /^packages\/server\/src\/(.+)\.tsx?$/.exec(path)?.[1];
  if (inner === undefined) return undefined;
  const [head = '', name = ''] = inner.split('/');
  if (rooms.includes(head)) return { room: head, isStore: isStoreName(name), level: levelInRoom(head, name) };
  const at = (level: number): Place => ({ room: undefined, isStore: false, level });
  // Entry points of the package export parts of every room.
  if (inner === 'main' || inner === 'index' || inner === 'parts') return at(6);
  if (inner === 'context' || head === 'wiring') return at(5);
  // http and handlers share this file, which says what a handler is.
  if (inner === 'http/handler') return at(3);
  return head === 'http' ? at(4) : undefined;
};

const insideServer = (it: Import): string | undefined => {
  const from = placeOf(it.from);
  const to = placeOf(it.to);
  if (!from || !to) return undefined;
  const isOwn = from.room !== undefined && from.room === to.room;
  if (to.isStore && from.level === 3) return 'handlers call rules, never stores';
  if (to.isStore && !isOwn && from.level < 6) return "only a room's own rules import its store, types included";
  if (from.room && to.room && !isOwn && to.room !== 'db') {
    // A caller is a Session, so every room may name that type.
    if (it.kind === 'type' && to.room === 'session') return undefined;
    const arrow = `${from.room} → ${to.room}`;
    return arrow in arrows ? undefined : `rooms do not import each other unless an arrow says why (${arrow})`;
  }
  // A type crosses no layer at run time. Handlers say by type which part of the context they touch.
  if (it.kind !== 'type' && to.level > from.level) {
    return `${levelNames[from.level]} may not import ${levelNames[to.level]}`;
  }
  return undefined;
};

/** Files that import each other in a circle, types included. None of them can be read, moved or tested without the others. */
const circles = (imports: ReadonlyMap<string, readonly Import[]>): string[] => {
  const next = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const found: string[] = [];
  const visit = (file: string): void => {
    const own = next.size;
    next.set(file, own);
    lowest.set(file, own);
    path.push(file);
    for (const { to, kind } of imports.get(file) ?? []) {
      if (kind === 'dynamic' || !imports.has(to)) continue;
      if (!next.has(to)) visit(to);
      if (path.includes(to)) lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(to) as number));
    }
    if (lowest.get(file) !== own) return;
    const circle = path.splice(path.indexOf(file));
    if (circle.length > 1) found.push(`${circle.join(', ')} import each other in a circle`);
  };
  for (const file of imports.keys()) if (/^(packages|dev)\//.test(file) && !next.has(file)) visit(file);
  return found;
};

const browserSafe = ['schema', 'ethereum', 'protocol', 'log', 'proofs', 'client'];

/** All files that importing the package loads. What is behind import() is loaded later, if at all, and is left out. */
const loadedBy = (entry: string, imports: ReadonlyMap<string, readonly Import[]>): string[] => {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const it of imports.get(path) ?? []) if (it.kind === 'value' && imports.has(it.to)) visit(it.to);
  };
  visit(entry);
  return [...seen];
};

const nodeOnly = /(?<![\w.'"`])(?:Buffer\.|process\.|__dirname\b)/;

const inBrowser = (sources: ReadonlyMap<string, Source>, imports: ReadonlyMap<string, readonly Import[]>): string[] =>
  browserSafe.flatMap((name) =>
    loadedBy(`packages/${name}/src/index.ts`, imports).flatMap((path) => {
      const problems = (imports.get(path) ?? [])
        .filter((it) => it.kind === 'value' && it.to.startsWith('node:'))
        .map((it) => `${path}:${it.line} ${name} runs in browsers too: no ${it.to} in what its index loads`);
      const code = sources.get(path)?.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '') ?? '';
      const global = nodeOnly.exec(code)?.[0];
      if (global) problems.push(`${path} ${name} runs in browsers too: no ${global.replace('.', '')}`);
      return problems;
    }),
  );

export const checkDirections: Check = (all) => {
  const sources = all.filter(({ path }) => /\.tsx?$/.test(path));
  const imports = new Map(sources.map((it) => [it.path, importsOf(it)]));
  const perImport = [...imports.values()].flat().flatMap((it) => {
    const problem = betweenPackages(it) ?? (isTest(it.from) ? undefined : insideServer(it));
    return problem ? [`${it.from}:${it.line} ${problem}`] : [];
  });
  const inBrowsers = inBrowser(new Map(sources.map((it) => [it.path, it])), imports);
  return [...perImport, ...circles(imports), ...inBrowsers];
};
