import { type Figure, readFigures } from '../process/figures.ts';
import { chartOf, shown } from './chart.ts';

export { readFigures };

const beginMark = '<!-- from `npm run bench -- all` -->';
const endMark = '<!-- end of `npm run bench -- all` -->';

const fileOf = (subject: string) => `${subject.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.svg`;

const bySubject = (figures: readonly Figure[]): Map<string, Figure[]> => {
  const found = new Map<string, Figure[]>();
  for (const it of figures) found.set(it.subject, [...(found.get(it.subject) ?? []), it]);
  return found;
};

/** One chart for each subject, by file name. */
export const chartsOf = (figures: readonly Figure[]): Map<string, string> =>
  new Map([...bySubject(figures)].map(([subject, of]) => [fileOf(subject), chartOf(subject, of)]));

/** How many times better ours is than the other figure. */
const ratio = ({ ours, isMoreBetter }: Figure, other: number | undefined): string =>
  other === undefined || ours === 0 || other === 0 ? '' : (isMoreBetter ? ours / other : other / ours).toFixed(2);

const row = (it: Figure): string => {
  const unit = it.unit === '' ? '' : ` ${it.unit}`;
  const { peer, aim } = it;
  const cells = [
    ...[it.subject, it.name, `${shown(it.ours)}${unit}`],
    ...[peer ? `${shown(peer.value)}${unit} (${peer.name})` : '', aim === undefined ? '' : `${shown(aim)}${unit}`],
    ...[ratio(it, peer?.value), ratio(it, aim)],
  ];
  return `| ${cells.join(' | ')} |`;
};

export interface Summary {
  readonly figures: readonly Figure[];
  /** Benchmarks that could not run here, and why. */
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
  readonly machine: string;
}

export const tableOf = ({ figures, skipped, machine }: Summary): string =>
  [
    beginMark,
    '',
    `${machine}. A ratio above 1 is better than the peer, or than the aim.`,
    '',
    '| subject | figure | ours | peer | aim | to the peer | to the aim |',
    '|---|---|---:|---:|---:|---:|---:|',
    ...figures.map(row),
    '',
    ...(skipped.length === 0 ? [] : ['Not run:', '', ...skipped.map(({ name, why }) => `- ${name}: ${why}`), '']),
    ...[...bySubject(figures).keys()].map((subject) => `![${subject}](charts/${fileOf(subject)})`),
    '',
    endMark,
  ].join('\n');

/** The page with its block replaced. */
export const withTable = (page: string, table: string): string => {
  const [from, to] = [page.indexOf(beginMark), page.indexOf(endMark)];
  if (from < 0 || to < from) throw new Error(`The page lacks ${beginMark} and ${endMark}.`);
  return `${page.slice(0, from)}${table}${page.slice(to + endMark.length)}`;
};
