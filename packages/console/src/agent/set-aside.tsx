import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { agentPath, type Claims } from '../challenge/agents.ts';
import { atMostKm, km, ms } from '../figures.ts';
import { antipodeKm } from '../map/earth.ts';
import { useAgents } from '../network.ts';
import { Checks } from '../parts/checks.tsx';
import { Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import { absolute, onDay } from '../times.ts';
import type { AgentDetail } from './detail.ts';
import { type Pair, pairsOf } from './pairs.ts';

const mostShown = 10;

/** Why others do not believe where it says it stands, and what they measured; for its owner alone. */
export const SetAside = ({ agent, reason }: { agent: AgentDetail; reason: string }): JSX.Element => {
  const agents = useAgents();
  const pairs = useMemo(
    () => pairsOf(agent, new Map(agents.data?.map((it) => [it.id, it.claims as Claims]))),
    [agent, agents.data],
  );
  return (
    <Panel class="bleed" title="Set aside" sub="for you alone" flush>
      <div class="panel-line">
        <Checks
          checks={[
            { outcome: 'refuted', title: 'Its readings do not count now', says: reason },
            {
              outcome: 'none',
              title: 'What to do',
              says: 'Start it with the latitude and longitude where the machine really stands, and without a proxy or tunnel before its UDP port. Others measure it again in their next round, after six hours unless the operator chose another time.',
            },
          ]}
        />
      </div>
      {pairs.length > 0 && <PairTable pairs={pairs.slice(0, mostShown)} />}
    </Panel>
  );
};

const PairTable = ({ pairs }: { pairs: readonly Pair[] }) => (
  <Table
    class="folds"
    columns={['Measured with', { end: 'Fastest' }, 'Light comes in that time', 'As both state', { end: 'When' }]}
  >
    {pairs.map((it) => (
      <tr key={`${it.other} ${it.at}`}>
        <td>
          <a class="link" href={agentPath('pol', 'challenger', it.other)}>
            {it.name}
          </a>
        </td>
        <td class="end aside medium">{ms(it.fastestMs)}</td>
        <td class="soft fold-away">{it.reachKm < antipodeKm ? atMostKm(it.reachKm) : 'anywhere'}</td>
        <td class={it.impossible ? 'no whole' : 'soft whole'}>
          {it.apartKm === undefined ? 'unknown' : `${km(it.apartKm)} apart${it.impossible ? ', too far' : ''}`}
        </td>
        <td class="end muted fold-away" title={absolute(it.at)}>
          {onDay(it.at)}
        </td>
      </tr>
    ))}
  </Table>
);
