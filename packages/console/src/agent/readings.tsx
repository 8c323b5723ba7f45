import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { agentPath } from '../challenge/agents.ts';
import { failureWord, readReading } from '../challenge/readings.ts';
import { shortAgent, shortId } from '../figures.ts';
import { namesOf, type Role, useAgents } from '../network.ts';
import { Panel } from '../parts/panel.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { profileOf } from '../proof-types.ts';
import type { ProofTypeId } from '../service.ts';
import { absolute, atSecond } from '../times.ts';
import type { AgentDetail } from './detail.ts';

export const said = (message: string, proofType: ProofTypeId): string => {
  const reading = readReading(message);
  if (reading?.failure) return failureWord(reading.failure.failure);
  return profileOf(proofType).words.reading(reading?.series ?? {});
};

/** Its jobs: what it measured, or what was measured about it. */
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
  return (
    <Panel
      class="bleed"
      title={role === 'prover' ? 'Readings about it' : 'Its readings'}
      sub="signed, newest first"
      flush
    >
      {agent.results.length === 0 ? (
        <Empty title="No readings yet">
          {role === 'prover'
            ? 'They appear when a challenge about it runs.'
            : 'They appear when it is chosen for a challenge.'}
        </Empty>
      ) : (
        <Table class="folds" columns={['Time', role === 'prover' ? 'By' : 'About', 'Reading', 'Challenge']}>
          {agent.results.map((it) => {
            const at = Date.parse(it.received_at);
            return (
              <tr key={`${it.challenge_id} ${it[other]}`}>
                <td class="muted" title={absolute(at)}>
                  {atSecond(at)}
                </td>
                <td class="aside">
                  <a class="link" href={agentPath(proofType, other, it[other])}>
                    {names.get(it[other]) ?? shortAgent(it[other])}
                  </a>
                </td>
                <td class="soft">{said(it.message, proofType)}</td>
                <td class="aside">
                  <a class="link mono" href={`/challenges/${proofType}/${it.challenge_id}`}>
                    {shortId(it.challenge_id, 10, 4)}
                  </a>
                </td>
              </tr>
            );
          })}
        </Table>
      )}
    </Panel>
  );
};
