import type { JSX } from 'preact';
import { Panel } from '../parts/panel.tsx';
import { Empty } from '../parts/states.tsx';
import { absolute, atSecond } from '../times.ts';
import type { AgentDetail } from './detail.ts';

const whatToDo: Record<string, string> = {
  late: 'Check the machine’s upload; the clock does not matter',
  signature: 'Restart the agent so that it loads its current key',
  not_assigned: 'Nothing: this is normal after a redraw',
  duplicate: 'Nothing: the first one counts',
};

export const Refused = ({ agent }: { agent: AgentDetail }): JSX.Element => (
  <Panel class="bleed" title="Refused readings" sub="for you alone" flush>
    {agent.refusals.length === 0 ? (
      <Empty title="Nothing was refused">Readings that are not taken appear here with the reason.</Empty>
    ) : (
      <table class="table folds">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Refused as</th>
            <th scope="col">Because</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody>
          {agent.refusals.map((it) => (
            <tr key={`${it.at} ${it.challenge_id}`}>
              <td class="muted" title={absolute(Date.parse(it.at))}>
                {atSecond(Date.parse(it.at))}
              </td>
              <td class="medium aside">{it.code.replaceAll('_', ' ')}</td>
              <td class="whole">{it.reason}</td>
              <td class="soft whole">
                {Object.entries(whatToDo).find(([code]) => it.code.includes(code))?.[1] ?? 'See the reason'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Panel>
);
