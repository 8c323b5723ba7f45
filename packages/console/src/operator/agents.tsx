import type { JSX } from 'preact';
import { count, shortId } from '../figures.ts';
import type { StatisticsByType } from '../network.ts';
import { Table } from '../parts/table.tsx';
import { proofLabel } from '../proof-types.ts';
import { say } from '../words/say.ts';
import type { Sample } from './metrics.ts';

/** Who is connected to the service, on whichever node. */
export const Agents = ({ statistics }: { statistics: StatisticsByType }): JSX.Element => (
  <Table columns={[say('Proof of'), { end: say('Provers') }, { end: say('Challengers') }]}>
    {[...statistics].map(([id, it]) => (
      <tr key={id}>
        <td>{proofLabel(id)}</td>
        <td class="end">{count(it.provers)}</td>
        <td class="end">{count(it.challengers)}</td>
      </tr>
    ))}
  </Table>
);

/** How the agents are spread over the nodes, as the database that they share has it. */
export const Nodes = ({ samples }: { samples: readonly Sample[] }): JSX.Element | null => {
  const nodes = samples
    .filter((it) => it.name === 'trigpoint_node_agents')
    .map((it) => ({ id: it.labels.node ?? '', agents: it.value }))
    .sort((a, b) => b.agents - a.agents || a.id.localeCompare(b.id));
  const most = Math.max(1, ...nodes.map((it) => it.agents));
  if (nodes.length === 0) return null;
  return (
    <Table class="after" columns={[say('Node'), { hidden: say('Percentage') }, { end: say('Agents') }]}>
      {nodes.map((it) => (
        <tr key={it.id}>
          <td class="mono one-line">{shortId(it.id, 4, 4)}</td>
          <td class="wide">
            <div class="bar">
              <i style={{ width: `${(it.agents / most) * 100}%` }} />
            </div>
          </td>
          <td class="end">{count(it.agents)}</td>
        </tr>
      ))}
    </Table>
  );
};
