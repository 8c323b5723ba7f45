import type { JSX } from 'preact';
import { count } from '../figures.ts';
import { Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import type { Sample } from './metrics.ts';
import { refusedElsewhere } from './refusals.ts';
import { troublesOf } from './troubles.ts';
import { operatorWords as words } from './words.ts';

export const TroublesPanel = ({ samples }: { samples: readonly Sample[] }): JSX.Element => {
  const rows = troublesOf(samples);
  const elsewhere = refusedElsewhere(samples);
  const { what, means, count: counted } = words.troubleColumns;
  return (
    <Panel class="bleed" title={words.troubles} sub={words.troublesSub} flush>
      {rows.length === 0 ? (
        <p class="panel-line muted">
          {words.noTroubles} {elsewhere > 0 && words.refusedElsewhere(elsewhere)}
        </p>
      ) : (
        <Table class="folds" columns={[what, means, { end: counted }]}>
          {rows.map((it) => (
            <tr key={it.what}>
              <td class="medium">{it.what}</td>
              <td class="soft fold-third">{it.means}</td>
              <td class="end fold-second">{count(it.count)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
};
