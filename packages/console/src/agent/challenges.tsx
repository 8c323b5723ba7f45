import type { JSX } from 'preact';
import { rowOutcome } from '../challenge/outcomes.ts';
import { useAgents, useChallenges } from '../network.ts';
import { ChallengeTable } from '../parts/challenge-table.tsx';
import { Panel } from '../parts/panel.tsx';

export const ChallengesAbout = ({ prover }: { prover: string }): JSX.Element | null => {
  const challenges = useChallenges({ prover, limit: 20 });
  const agents = useAgents();
  if (!challenges.data?.length) return null;
  return (
    <Panel
      class="bleed"
      title="Challenges about it"
      sub={`${challenges.data.filter((it) => rowOutcome(it) === 'verified').length} verified`}
      flush
    >
      <ChallengeTable challenges={challenges.data} agents={agents.data} />
    </Panel>
  );
};
