import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';

export interface BundleSize {
  /** What a page loads with the SDK: everything except the two parts below. */
  readonly entryBytes: number;
  /** Loaded with the first verifyEvidence: the rules of every proof type. */
  readonly rulesBytes: number;
  /** Loaded with the first request on chain: viem. */
  readonly chainBytes: number;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A project that installs the SDK has one copy of this library. Here a dependency of tests keeps another version at the root. */
const oneCopy: Plugin = {
  name: 'one-copy',
  enforce: 'pre',
  resolveId: (source, from) =>
    from?.includes('/packages/') && source.startsWith('@noble/hashes/') && !from.includes('/node_modules/')
      ? `${root}packages/client/node_modules/${source}`
      : undefined,
};

/** The whole SDK as a browser gets it, minified and compressed by gzip. */
export const measureBundle = async (): Promise<BundleSize> => {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [oneCopy],
    build: {
      write: false,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: { input: `${root}packages/client/dist/index.js`, preserveEntrySignatures: 'strict' },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const chunks = new Map(output.flatMap((it) => (it.type === 'chunk' ? [[it.fileName, it] as const] : [])));
  /** A chunk and what it cannot start without. */
  const reach = (names: readonly string[], reached = new Set<string>()): Set<string> => {
    for (const name of names) if (!reached.has(name)) reach(chunks.get(name)?.imports ?? [], reached.add(name));
    return reached;
  };
  // A helper of the bundler's own is not the SDK's.
  const isOwn = (name: string) => !chunks.get(name)?.moduleIds.every((it) => it.includes('vite/preload-helper'));
  const bytes = (names: Iterable<string>) =>
    [...names].filter(isOwn).reduce((sum, name) => sum + gzipSync(chunks.get(name)?.code ?? '').length, 0);
  const entry = reach([...chunks.values()].filter((it) => it.isEntry).map((it) => it.fileName));
  const lazy = [...entry].flatMap((name) => chunks.get(name)?.dynamicImports ?? []);
  const isRules = (name: string) =>
    Object.keys(chunks.get(name)?.modules ?? {}).some((it) => it.includes('/packages/proofs/'));
  const added = (names: readonly string[]) => bytes([...reach(names)].filter((it) => !entry.has(it)));
  return {
    entryBytes: bytes(entry),
    rulesBytes: added(lazy.filter(isRules)),
    chainBytes: added(lazy.filter((it) => !isRules(it))),
  };
};
