import { type Child, startChild } from '../processes/child.ts';
import type { Place } from './bridge.ts';

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** As `nice -n` takes it. */
  readonly niceness?: number;
}

/** A Node program in a namespace. */
export const startIn = <Hello>(
  { namespace }: Place,
  program: URL,
  settings: object,
  { env = {}, niceness = 0 }: StartOptions = {},
): Promise<Child<Hello>> => {
  const under = ['nice', '-n', String(niceness), 'ip', 'netns', 'exec', namespace];
  return startChild(program, settings, { under, env });
};
