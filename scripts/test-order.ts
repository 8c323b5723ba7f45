import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { relative } from 'node:path';
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';
import { secondsOf, sourceOf } from './test-times.ts';

/**
 * The longest files first. Files that share a process come last and after one another, because vitest ends the process as
 * soon as the next file in line is of another kind.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = (it: TestSpecification) => secondsOf(sourceOf(relative(it.project.config.root, it.moduleId)));
    const shares = (it: TestSpecification) => Number(!it.project.config.isolate);
    return (await super.sort(files)).sort((a, b) => shares(a) - shares(b) || seconds(b) - seconds(a));
  }
}

const shown = 15;

/** Says at the end of a run of many files which of them took the time, and which ones never ended because their process died. */
export class SlowestFiles implements Reporter {
  onInit(): void {
    subscribe('child_process', (started) => {
      const { process: child } = started as { process: ChildProcess };
      child.once('exit', (code, signal) => {
        // SIGTERM is how vitest ends those that have no more to do.
        if (code !== 0 && signal !== 'SIGTERM')
          process.stdout.write(`\nA process of the tests ended with ${signal ?? code} (${child.pid})\n`);
      });
    });
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const it of modules.filter((it) => ['queued', 'pending'].includes(it.state())))
      process.stdout.write(`\nNever ended: ${sourceOf(it.relativeModuleId)}\n`);
    const took = modules
      .map((it) => {
        const { collectDuration, duration } = it.diagnostic();
        return { path: sourceOf(it.relativeModuleId), ms: collectDuration + duration };
      })
      .sort((a, b) => b.ms - a.ms);
    if (took.length <= shown) return;
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(7)} s`;
    const rest = took.slice(shown);
    const line = ({ path, ms }: { path: string; ms: number }) => `${seconds(ms)}  ${path}\n`;
    const sum = (of: typeof took) => of.reduce((total, { ms }) => total + ms, 0);
    process.stdout.write(
      `\nWhere the time went:\n${took.slice(0, shown).map(line).join('')}${seconds(sum(rest))}  ${rest.length} other files\n${seconds(sum(took))}  all\n`,
    );
  }
}
