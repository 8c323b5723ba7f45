import { importsOf, isTest } from './imports.ts';
import type { Check } from './sources.ts';

/** Packages that are built into files. What they import is a part of these files, and nobody installs it with them. */
const built: ReadonlySet<string> = new Set(['packages/console/', 'packages/ethereum/']);
/** Packages that are loaded when they are needed. Whoever needs one is told to install it if it is missing. */
const onDemand: ReadonlySet<string> = new Set(['@nomicfoundation/edr']);

/** Every package names what it imports, so that it also works when it is installed alone. */
export const checkDependencies: Check = (sources) => {
  const declared = new Map(
    sources
      .filter(({ path }) => /^(packages\/[\w-]+|contracts|dev)\/package\.json$/.test(path))
      .map(({ path, text }) => {
        const { name, dependencies, devDependencies, peerDependencies, optionalDependencies } = JSON.parse(text);
        const own = { ...dependencies, ...peerDependencies, ...optionalDependencies };
        return [path.replace('package.json', ''), { name, own, dev: devDependencies ?? {} }] as const;
      }),
  );
  return sources.flatMap((source) => {
    const [folder, names] = [...declared].find(([it]) => source.path.startsWith(`${it}src/`)) ?? [];
    if (!folder || !names || !/\.tsx?$/.test(source.path) || isTest(source.path)) return [];
    return (
      importsOf(source)
        .filter(({ to }) => !to.startsWith('node:') && !to.startsWith('#') && !to.startsWith(folder))
        .map((it) => ({ ...it, module: /^(@[^/]+\/)?[^/]+/.exec(it.to)?.[0] ?? it.to }))
        .filter(({ module }) => module !== names.name && !(module in names.own))
        .filter(({ module, from }) => !(module in names.dev && /fixtures|harness/.test(from)))
        .filter(({ module }) => !(module in names.dev && (built.has(folder) || onDemand.has(module))))
        // A type leaves nothing behind in the code that is installed.
        .filter(({ module, kind }) => !(kind === 'type' && `@types/${module}` in names.dev))
        .map(
          ({ from, line, module }) =>
            `${from}:${line} ${module} is not among the dependencies of ${folder}package.json`,
        )
    );
  });
};
