import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { agentPath, type Claims, withNamesOf } from '../challenge/agents.ts';
import { atMostKm, km, ms } from '../figures.ts';
import { antipodeKm } from '../map/earth.ts';
import { type AgentDetail, useAgents } from '../network.ts';
import { Checks } from '../parts/checks.tsx';
import { Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import { absolute, onDay } from '../times.ts';
import { say } from '../words/say.ts';
import { type Pair, pairsOf } from './pairs.ts';

const mostShown = 10;

/** Why the place that a challenger states is not believed, and what others measured. Only its owner sees it. */
export const SetAside = ({ agent, reason }: { agent: AgentDetail; reason: string }): JSX.Element => {
  const agents = useAgents();
  const known = useMemo(() => new Map(agents.data?.map((it) => [it.id, it.claims as Claims])), [agents.data]);
  const pairs = useMemo(() => pairsOf(agent, known), [agent, known]);
  return (
    <Panel class="bleed" title={say('Set aside')} sub={say('only you see this')} flush>
      <div class="panel-line">
        <Checks
          checks={[
            {
              outcome: 'refuted',
              title: say('Its readings do not count now'),
              says: withNamesOf(reason, known),
              isSent: true,
            },
            {
              outcome: 'none',
              title: say('What to do'),
              says: say(
                'Start it with the latitude and longitude where the machine really stands, and without a proxy or tunnel before its UDP port. Others measure it again in their next round, after six hours unless the operator chose another time.',
              ),
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
    columns={[
      say('Measured with'),
      { end: say('Fastest') },
      say('How far light gets in that time'),
      say('Distance, as both state it'),
      { end: say('When') },
    ]}
  >
    {pairs.map((it) => (
      <tr key={`${it.other} ${it.at}`}>
        <td>
          <a class="link" href={agentPath('pol', 'challenger', it.other)}>
            {it.name}
          </a>
        </td>
        <td class="end aside medium">{ms(it.fastestMs)}</td>
        <td class="soft fold-away">{it.reachKm < antipodeKm ? atMostKm(it.reachKm) : say('anywhere')}</td>
        <td class={it.impossible ? 'no whole' : 'soft whole'}>
          {it.apartKm === undefined
            ? say('unknown')
            : it.impossible
              ? say('{distance} apart, too far', { distance: km(it.apartKm) })
              : say('{distance} apart', { distance: km(it.apartKm) })}
        </td>
        <td class="end muted fold-away" title={absolute(it.at)}>
          {onDay(it.at)}
        </td>
      </tr>
    ))}
  </Table>
);
