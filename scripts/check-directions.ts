import { type Import, importsOf, isTest } from './imports.ts';
import type { Check, Source } from './sources.ts';

/** Who may import whom (ARCHITECTURE.md). The server never imports client or agent. */
const packages: Record<string, readonly string[]> = {
  protocol: [],
  log: ['protocol'],
  proofs: ['protocol'],
  contracts: ['protocol', 'proofs'],
  client: ['protocol', 'log', 'proofs'],
  agent: ['protocol', 'log', 'proofs', 'client'],
  server: ['protocol', 'log', 'proofs'],
  console: ['protocol', 'log', 'proofs', 'client'],
  dev: ['protocol', 'log', 'proofs', 'contracts', 'client', 'agent', 'server', 'console'],
  cli: ['protocol', 'log', 'proofs', 'contracts', 'client', 'agent', 'server', 'console', 'dev'],
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

const domains = ['session', 'network', 'challenge', 'calibration', 'chain', 'ledger', 'log', 'campaign'];
/** The one crossing between domains: what is earned is written where it is earned, in one transaction. */
const mayCross = new Set(['challenge → ledger', 'challenge → network', 'campaign → ledger']);

interface Place {
  readonly domain: string | undefined;
  /** Data flows down: door → handler → rules → store → db. */
  readonly level: number;
}

const levelNames = ['db', 'store', 'rules', 'handlers', 'door', 'context', 'main'];

const placeOf = (path: string): Place | undefined => {
  const inner = /^packages\/server\/src\/(.+)\.tsx?$/.exec(path)?.[1];
  if (inner === undefined) return undefined;
  const [head = '', name = ''] = inner.split('/');
  if (domains.includes(head)) {
    const level = name === 'hub' ? 4 : name.endsWith('handlers') ? 3 : name.endsWith('store') ? 1 : 2;
    return { domain: head, level };
  }
  if (inner === 'main' || inner === 'index') return { domain: undefined, level: 6 };
  if (inner === 'context') return { domain: undefined, level: 5 };
  // The shape of a handler is what door and handlers share.
  if (inner === 'http/handler') return { domain: undefined, level: 3 };
  if (head === 'http' || head === 'hub') return { domain: undefined, level: 4 };
  if (head === 'db') return { domain: undefined, level: 0 };
  return undefined;
};

const insideServer = (it: Import): string | undefined => {
  const from = placeOf(it.from);
  const to = placeOf(it.to);
  if (!from || !to) return undefined;
  if (from.domain && to.domain && from.domain !== to.domain) {
    const crossing = `${from.domain} → ${to.domain}`;
    // Whoever calls is a Session: every domain may name that type.
    if (it.kind === 'type' && to.domain === 'session') return undefined;
    return mayCross.has(crossing) ? undefined : `domains do not import each other (${crossing})`;
  }
  // A type crosses no layer at run time: handlers say by type which part of the context they touch.
  if (it.kind !== 'type' && to.level > from.level) {
    return `${levelNames[from.level]} may not import ${levelNames[to.level]}`;
  }
  return undefined;
};

const browserSafe = ['protocol', 'log', 'proofs', 'client'];

/** Everything that importing the package loads; what is behind import() is loaded by agents alone. */
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
  return [...perImport, ...inBrowser(new Map(sources.map((it) => [it.path, it])), imports)];
};
