import type { JSX } from 'preact';
import { count } from '../figures.ts';
import { Table } from '../parts/table.tsx';
import { say } from '../words/say.ts';
import { answeredWithin, mostCalled, requests, type Sample, seconds, sum } from './metrics.ts';
import { refusalsOf } from './refusals.ts';

/** The operations that were called most. */
export const Operations = ({ samples }: { samples: readonly Sample[] }): JSX.Element => {
  const rows = mostCalled(samples).map((route) => {
    const of = (keep: (status: number) => boolean) =>
      sum(samples, requests, (it) => it.route === route && keep(Number(it.status))) ?? 0;
    const own = samples.filter((it) => it.labels.route === route);
    return {
      route,
      all: of(() => true),
      refused: of((it) => it >= 400 && it < 500),
      failed: of((it) => it >= 500),
      p99: answeredWithin(own, seconds, 0.99),
    };
  });
  return (
    <Table
      class="folds"
      columns={[
        say('Operation'),
        { end: say('Requests') },
        { end: say('Refused') },
        { end: say('Failed') },
        { end: say('99 % within') },
      ]}
    >
      {rows.map((it) => (
        <tr key={it.route}>
          <td>
            <span class="mono">{it.route.replace('/proof/v1/:proof_type/', '…/')}</span>
            {refusalsOf(samples, it.route).map((why) => (
              <span key={why} class="soft refusal">
                {why}
              </span>
            ))}
          </td>
          <td class="end aside">{count(it.all)}</td>
          <td class="end soft fold-away">{count(it.refused)}</td>
          <td class={`end fold-away ${it.failed > 0 ? 'no' : 'soft'}`}>{count(it.failed)}</td>
          <td class="end soft fold-away">{it.p99} ms</td>
        </tr>
      ))}
    </Table>
  );
};
