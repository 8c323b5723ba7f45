import type { JSX } from 'preact';
import { rowOutcome } from '../challenge/outcomes.ts';
import { type Agent, type Challenge, useAgents } from '../network.ts';
import { ChallengeTable } from '../parts/challenge-table.tsx';
import { Panel } from '../parts/panel.tsx';
import { agentWords as words } from './words.ts';

const mostShown = 12;

/** The verdicts about a prover's claim, newest first. They are what readers of a prover's page want to know first. */
export const VerdictsAbout = ({
  challenges,
  prover,
}: {
  challenges: readonly Challenge[] | undefined;
  prover: Pick<Agent, 'proofType'>;
}): JSX.Element | null => {
  const agents = useAgents();
  if (challenges === undefined) return null;
  const own = challenges.filter((it) => it.proofType === prover.proofType);
  const of = (outcome: string) => own.filter((it) => rowOutcome(it) === outcome).length;
  return (
    <Panel
      class="bleed"
      title={words.history}
      sub={own.length > 0 ? words.historyCounts(of('verified'), of('refuted'), of('inconclusive')) : ''}
      flush
    >
      {own.length === 0 ? (
        <p class="panel-line muted">{words.historyNone}</p>
      ) : (
        <ChallengeTable challenges={own.slice(0, mostShown)} agents={agents.data} />
      )}
    </Panel>
  );
};
