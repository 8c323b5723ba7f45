import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { agentPath } from '../challenge/agents.ts';
import { failureWord, readReading } from '../challenge/readings.ts';
import { shortAgent, shortId } from '../figures.ts';
import { type AgentDetail, namesOf, type Role, useAgents } from '../network.ts';
import { Panel } from '../parts/panel.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { profileOf } from '../proof-types.ts';
import type { ProofTypeId } from '../service.ts';
import { absolute, onDay } from '../times.ts';
import { say, sayCount } from '../words/say.ts';
import { groupsOf, wholeOf } from './groups.ts';
import { agentWords as words } from './words.ts';

export const said = (message: string, proofType: ProofTypeId): string => {
  const reading = readReading(message);
  if (reading?.failure) return failureWord(reading.failure.failure);
  return profileOf(proofType).words.reading(reading?.series ?? {});
};

/** The page lists the newest readings alone. Older ones are on the pages of their challenges. */
const subOf = (role: Role, n: number, groups: number): string => {
  if (n === 0) return '';
  if (role === 'challenger') return sayCount(n, 'the newest one', 'the newest {n}');
  return groups === 1 ? say('from its newest challenge') : say('the newest {n}, grouped by challenge', { n });
};

/** The readings of an agent: what a challenger measured, or what was measured about a prover. */
export const Readings = ({
  agent,
  role,
  proofType,
}: {
  agent: AgentDetail;
  role: Role;
  proofType: ProofTypeId;
}): JSX.Element => {
  const agents = useAgents();
  const names = useMemo(() => namesOf(agents.data), [agents.data]);
  const other = role === 'prover' ? 'challenger' : 'prover';
  const all = groupsOf(agent.results);
  const groups = role === 'prover' ? wholeOf(all) : all;
  const shown = groups.reduce((n, it) => n + it.results.length, 0);
  return (
    <Panel
      class="bleed"
      title={role === 'prover' ? words.readingsAbout : words.readingsBy}
      sub={subOf(role, shown, groups.length)}
      flush
    >
      {agent.results.length === 0 ? (
        <Empty title={say('No readings yet')}>
          {role === 'prover'
            ? say('They appear when a challenge about it runs.')
            : say('They appear when it is chosen for a challenge.')}
        </Empty>
      ) : (
        <Table
          class="folds"
          columns={[role === 'prover' ? say('By') : say('About'), say('Reading'), { end: say('Time') }]}
        >
          {groups.map((group) => (
            <>
              {role === 'prover' && (
                <tr key={group.challenge} class="group">
                  <td colSpan={3}>
                    <a class="link" href={`/challenges/${proofType}/${group.challenge}`}>
                      {say('Challenge {challenge}', { challenge: shortId(group.challenge, 10, 4) })}
                    </a>
                  </td>
                </tr>
              )}
              {group.results.map((it) => {
                const at = Date.parse(it.received_at);
                return (
                  <tr key={`${it.challenge_id} ${it[other]}`} class={role === 'prover' ? 'of-group' : ''}>
                    <td>
                      <a class="link" href={agentPath(proofType, other, it[other])}>
                        {names.get(it[other]) ?? shortAgent(it[other])}
                      </a>
                      {role === 'challenger' && (
                        <span class="soft">
                          {' '}
                          {say('in')}{' '}
                          <a class="link" href={`/challenges/${proofType}/${it.challenge_id}`}>
                            {shortId(it.challenge_id, 10, 4)}
                          </a>
                        </span>
                      )}
                    </td>
                    <td class="soft fold-third">{said(it.message, proofType)}</td>
                    <td class="end muted fold-second" title={absolute(at)}>
                      {onDay(at)}
                    </td>
                  </tr>
                );
              })}
            </>
          ))}
        </Table>
      )}
    </Panel>
  );
};
