import semver from 'semver';
import type { Check } from './sources.ts';

/** The oldest Node that package.json promises. */
const oldestNode = '20.19.0';
const architectures = ['x64', 'arm64'];

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
  readonly cpu?: readonly string[];
  readonly os?: readonly string[];
  readonly libc?: readonly string[];
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/**
 * Packages that would run a script when they are installed. Because of .npmrc no script runs, so a new package must be known to
 * work without its script. Both of these ship their binaries, which the script would only look for, and koffi is optional.
 */
const scripted = new Set(['node_modules/koffi', 'node_modules/@photostructure/sqlite']);

/** Whether a package is for our platforms. Others are named in the lock and never fetched. */
const runsHere = ({ cpu, os, libc }: Locked): boolean =>
  (!cpu || architectures.some((it) => cpu.includes(it))) &&
  (!os || os.includes('linux')) &&
  (!libc || libc.includes('glibc'));

const isInstalled = (path: string): boolean => path.includes('node_modules/');

/**
 * Whether a package has the binaries for an architecture, as `@biomejs/cli-linux-arm64` has those of biome for arm64. Builds
 * for musl are not asked for.
 */
const binaryFor = (architecture: string) => (name: string) => new RegExp(`linux-${architecture}(?:-gnu)?$`).test(name);

const missingBinaries = (path: string, it: Locked, names: ReadonlySet<string>): string[] => {
  const wanted = Object.keys({ ...it.dependencies, ...it.optionalDependencies });
  const native = architectures.flatMap((architecture) => wanted.filter(binaryFor(architecture)));
  // A package for one architecture brings parts for that architecture alone.
  if (native.length === 0 || it.cpu) return [];
  const absent = Object.keys(it.dependencies ?? {})
    .filter((name) => native.includes(name) && !names.has(name))
    .map((name) => `${path} is locked without ${name}`);
  const unbuilt = architectures
    .filter((architecture) => !wanted.some(binaryFor(architecture)))
    .map((architecture) => `${path} has no binary for linux-${architecture}`);
  return [...absent, ...unbuilt];
};

/** What `npm ci` installs must be the same everywhere: any architecture, any registry, Node 20. */
export const checkLock: Check = (sources) => {
  const lock = sources.find(({ path }) => path === 'package-lock.json');
  if (!lock) return ['package-lock.json is missing'];
  const settings = sources.find(({ path }) => path === '.npmrc')?.text ?? '';
  const missing = /^ignore-scripts=true$/m.test(settings) ? [] : ['.npmrc does not say ignore-scripts=true'];
  const packages = Object.entries((JSON.parse(lock.text) as { packages: Record<string, Locked> }).packages);
  const names = new Set(packages.map(([path]) => path.split('node_modules/').at(-1) as string));
  const found = packages.flatMap(([path, it]) => {
    const problems = missingBinaries(path, it, names);
    if (it.resolved?.includes('://')) problems.push(`${path} is locked to one registry (${new URL(it.resolved).host})`);
    if (isInstalled(path) && !it.link && !it.inBundle && runsHere(it) && !it.integrity) {
      problems.push(`${path} has no checksum`);
    }
    if (it.hasInstallScript && !scripted.has(path)) problems.push(`${path} wants to run a script when it is installed`);
    // `npm ci` refuses a lock that leaves out a platform, even one that nobody here has.
    for (const name of Object.keys(it.optionalDependencies ?? {})) {
      if (!names.has(name)) problems.push(`${path} is locked without ${name}`);
    }
    const { node } = it.engines ?? {};
    if (node && !semver.satisfies(oldestNode, node)) problems.push(`${path}@${it.version} asks for Node ${node}`);
    return problems.map((problem) => `package-lock.json ${problem}`);
  });
  return [...missing, ...found];
};
