import type { JSX } from 'preact';
import { type Agent, useChallenges } from '../network.ts';
import { LinkButton } from '../parts/button.tsx';
import { ChallengeTable } from '../parts/challenge-table.tsx';
import { Panel } from '../parts/panel.tsx';
import type { ProofTypeId } from '../service.ts';
import { agentPath } from './agents.ts';
import type { HistoryRow } from './outcomes.ts';
import { earlierWords as words } from './words.ts';

const mostShown = 5;
/** More challenges are loaded than shown, because the newest ones may be later than this one. */
const mostLoaded = 50;

/** What was asked of this prover before, so that one verdict is not read alone. */
export const EarlierAsks = ({
  proofType,
  row,
  tries,
  agents,
}: {
  proofType: ProofTypeId;
  row: HistoryRow;
  /** The tries about this prover and about those that count together with it; null where they were not counted. */
  tries: number | null;
  agents: readonly Agent[] | undefined;
}): JSX.Element | null => {
  const asked = useChallenges({ prover: row.prover, limit: mostLoaded }, row.prover !== '');
  if (row.prover === '' || asked.data === undefined) return null;
  const earlier = asked.data.filter(
    (it) => it.proofType === proofType && it.id !== row.id && it.challenge_start_time < row.challenge_start_time,
  );
  // If all loaded challenges are newer than this one, it is not known whether this one is the first.
  const isBeyond = earlier.length === 0 && asked.data.length >= mostLoaded;
  return (
    <Panel
      class="bleed"
      title={words.title}
      flush
      tools={
        (earlier.length > 0 || isBeyond) && (
          <LinkButton class="small" to={agentPath(proofType, 'prover', row.prover)} says={words.all} />
        )
      }
    >
      {earlier.length === 0 ? (
        <p class="panel-line muted">{isBeyond ? words.beyond : (tries ?? 1) > 1 ? words.noneButTries : words.none}</p>
      ) : (
        <ChallengeTable challenges={earlier.slice(0, mostShown)} agents={agents} />
      )}
    </Panel>
  );
};
