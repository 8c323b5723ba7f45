import type { JSX } from 'preact';
import { inWords } from '../figures.ts';
import type { AgentDetail } from '../network.ts';
import { Panel } from '../parts/panel.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { absolute, atSecond } from '../times.ts';
import { markOf, say, sayReason } from '../words/say.ts';

const whatToDo: Readonly<Record<string, string>> = {
  late: say('Check the machine’s upload; the clock does not matter'),
  bad_signature: say('Restart the agent so that it loads its current key'),
  bad_counter_signature: say('Nothing, if it happens once: the prover did not sign in time'),
  not_assigned: say('Nothing: this is normal after the agent reconnects'),
  not_needed: say('Nothing: the others had decided'),
  already_recorded: say('Nothing: the first one counts'),
  mesh_closed: say('Nothing, if it happens once: that measurement had ended'),
  unknown_challenge: say('Nothing, if it happens once: the challenge had ended'),
};
/** A reading that the service cannot make sense of comes from another program, or from another version of ours. */
const otherwise = say('Start the version of the agent that the service runs');

export const Refused = ({ agent }: { agent: AgentDetail }): JSX.Element => (
  <Panel class="bleed" title={say('Refused readings')} sub={say('only you see this')} flush>
    {agent.refusals.length === 0 ? (
      <Empty title={say('Nothing was refused')}>
        {say('Readings that are not taken appear here with the reason.')}
      </Empty>
    ) : (
      <Table class="folds" columns={[say('Time'), say('Refused as'), say('Because'), say('What to do')]}>
        {agent.refusals.map((it) => (
          <tr key={`${it.at} ${it.challenge_id}`}>
            <td class="muted" title={absolute(Date.parse(it.at))}>
              {atSecond(Date.parse(it.at))}
            </td>
            <td class="medium aside">{inWords(it.code)}</td>
            <td class="whole" {...markOf(it.reason)}>
              {sayReason(it.reason)}
            </td>
            <td class="soft whole">{whatToDo[it.code] ?? otherwise}</td>
          </tr>
        ))}
      </Table>
    )}
  </Panel>
);
