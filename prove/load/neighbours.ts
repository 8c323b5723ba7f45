import { startChild } from '@trigpoint/dev/processes';
import type { ProofOptions } from '../proof.ts';
import { percentile } from './figures.ts';
import type { Flood } from './overload-process.ts';
import { SlowConnections } from './slow-connections.ts';
import type { Stage } from './stage.ts';
import { wrongOf } from './visitors.ts';

export interface NeighboursSize {
  /** Calm and trouble alternate this often, so that both see the same machine. */
  readonly rounds: number;
  readonly seconds: number;
  readonly slowConnections: number;
}

/** Trouble may raise the p99 to at most this many times the p99 that the same people see without trouble in the same run. */
const mostSlower = 2;
/** The seconds in which the trouble makes its connections. They are shown apart, because a long trouble hides them. */
const firstSeconds = 2;
/** One key asks this many times as much as everybody else together. */
const overload = 10;

/** One key asks ten times as much as all others, and connections never finish what they say. Others hardly notice. */
export const troubleNeighbours = async (
  stage: Stage,
  perSecond: number,
  size: NeighboursSize,
  options: ProofOptions,
): Promise<string[]> => {
  const { urls } = stage.nodes;
  const flooder = await startChild(new URL('./overload-process.js', import.meta.url), { urls });
  const flooded = await compare(stage, perSecond, size, `one key at ${overload * perSecond}/s`, options, async () => {
    const flood = flooder.ask<Flood>({ perSecond: overload * perSecond, seconds: size.seconds });
    return async () => {
      const { seconds, answers } = await flood;
      return `asked in ${seconds.toFixed(1)} s, its answers: ${JSON.stringify(answers)}`;
    };
  }).finally(() => flooder.end('SIGKILL'));
  const slow = `${size.slowConnections} slow connections`;
  const slowed = await compare(stage, perSecond, size, slow, options, async () => {
    const connections = await SlowConnections.open(urls, size.slowConnections);
    return async () => {
      const { standing } = connections;
      connections.close();
      return `${standing} of them stood to the end`;
    };
  });
  return [...flooded, ...slowed];
};

const compare = async (
  { visitors }: Stage,
  perSecond: number,
  { rounds, seconds }: NeighboursSize,
  name: string,
  { small, log }: ProofOptions,
  /** Begins the trouble. The function that it returns ends the trouble, and says how it went. */
  trouble: () => Promise<() => Promise<string>>,
): Promise<string[]> => {
  const calm: number[] = [];
  const troubled: number[] = [];
  const atFirst: number[] = [];
  const violations: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await visitors.offer(perSecond, seconds);
    calm.push(...before.latenciesMs);
    const end = await trouble();
    const during = await visitors.offer(perSecond, seconds).finally(async () => log(`${name}: ${await end()}`));
    troubled.push(...during.latenciesMs);
    atFirst.push(...during.latenciesMs.slice(0, firstSeconds * perSecond));
    const wrong = wrongOf([...before.failures, ...during.failures], small);
    violations.push(...wrong.map((it) => `${name}: ${it}`));
  }
  const [without, beside] = [percentile(calm, 0.99), percentile(troubled, 0.99)];
  const figures = `p99 of the others ${without.toFixed(1)} ms without and ${beside.toFixed(1)} ms beside ${name}`;
  const begun = `${percentile(atFirst, 0.99).toFixed(1)} ms in its first ${firstSeconds} s`;
  log(`${perSecond}/s: ${figures} (${(beside / without).toFixed(2)}×), ${begun}`);
  if (!small && beside > mostSlower * without) violations.push(figures);
  return violations;
};
