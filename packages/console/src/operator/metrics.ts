import { grouped } from '@trigpoint/proofs';
import { inDigits } from '../words/language.ts';
import { say } from '../words/say.ts';

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export const requests = 'trigpoint_http_requests_total';
export const seconds = 'trigpoint_http_request_seconds';

export const milliseconds = (value: number | undefined): string =>
  value === undefined ? '–' : inDigits(grouped(value * 1000, value < 0.01 ? 1 : 0));

/** The text format of Prometheus, as far as the service writes it. */
export const parseMetrics = (text: string): Sample[] =>
  text.split('\n').flatMap((line): Sample[] => {
    const found = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/.exec(line);
    if (!found || line.startsWith('#')) return [];
    const [, name = '', labels = '', value = ''] = found;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text_ = '']) => [
      key,
      text_.replace(/\\(.)/g, '$1'),
    ]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });

export const sum = (
  samples: readonly Sample[],
  name: string,
  keep: (labels: Sample['labels']) => boolean = () => true,
): number | undefined => {
  const found = samples.filter((it) => it.name === name && keep(it.labels));
  return found.length === 0 ? undefined : found.reduce((total, it) => total + it.value, 0);
};

const mostOperations = 14;

/** The operations that were called most, without files of the console. */
export const mostCalled = (samples: readonly Sample[]): readonly string[] => {
  const calls = new Map<string, number>();
  for (const { name, labels, value } of samples)
    if (name === requests) calls.set(labels.route ?? '', (calls.get(labels.route ?? '') ?? 0) + value);
  return [...calls]
    .filter(([route]) => !/^\/(assets\/|[\w-]+\.(js|svg)$)/.test(route))
    .sort((a, b) => b[1] - a[1])
    .slice(0, mostOperations)
    .map(([route]) => route);
};

/** How long so many of the answers took, in milliseconds. The slowest bucket of a histogram is open, and only says "more than". */
export const answeredWithin = (samples: readonly Sample[], name: string, p: number): string => {
  const found = quantile(samples, name, p);
  const closed = samples.filter((it) => it.name === `${name}_bucket` && it.labels.le !== '+Inf');
  const last = Math.max(...closed.map((it) => Number(it.labels.le)));
  const all = sum(samples, `${name}_bucket`, (it) => it.le === '+Inf') ?? 0;
  const counted = sum(samples, `${name}_bucket`, (it) => Number(it.le) === last) ?? 0;
  return found !== undefined && counted < all * p
    ? say('more than {ms}', { ms: milliseconds(last) })
    : milliseconds(found);
};

/** A quantile out of a histogram's buckets, linear inside the bucket it falls into. */
export const quantile = (samples: readonly Sample[], name: string, p: number): number | undefined => {
  const counts = new Map<number, number>();
  for (const it of samples)
    if (it.name === `${name}_bucket`) {
      const edge = it.labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(it.labels.le);
      counts.set(edge, (counts.get(edge) ?? 0) + it.value);
    }
  const edges = [...counts].sort(([a], [b]) => a - b);
  const all = edges.at(-1)?.[1] ?? 0;
  if (all === 0) return undefined;
  let [lower, below] = [0, 0];
  for (const [edge, n] of edges) {
    if (n >= all * p)
      return Number.isFinite(edge) ? lower + ((all * p - below) / Math.max(1e-9, n - below)) * (edge - lower) : lower;
    [lower, below] = [edge, n];
  }
  return lower;
};
