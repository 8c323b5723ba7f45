import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { askedOf, foundOf, rowOutcome } from '../challenge/outcomes.ts';
import { shortAgent, shortId } from '../figures.ts';
import { type Agent, agentName, type Challenge } from '../network.ts';
import { proofLabel } from '../proof-types.ts';
import { useNow } from '../service.ts';
import { absolute, ago } from '../times.ts';
import { say } from '../words/say.ts';
import { Table } from './table.tsx';
import { VerdictWord } from './verdict-glyph.tsx';

interface ChallengeTableProps {
  readonly challenges: readonly Challenge[];
  readonly agents: readonly Agent[] | undefined;
}

/** Challenges in rows; on a phone each takes two lines. */
export const ChallengeTable = ({ challenges, agents }: ChallengeTableProps): JSX.Element => {
  const now = useNow(5000);
  const provers = useMemo(
    () => new Map(agents?.filter(({ role }) => role === 'prover').map((it) => [`${it.proofType} ${it.id}`, it])),
    [agents],
  );
  return (
    <Table
      class="folds"
      columns={[say('Verdict'), say('Proof'), say('Claim'), say('Result'), say('Challenge'), { end: say('Asked') }]}
    >
      {challenges.map((it) => {
        const outcome = rowOutcome(it);
        // Lists are in the order in which challenges were asked for.
        const askedAt = Date.parse(it.challenge_start_time);
        const prover = provers.get(`${it.proofType} ${it.prover}`);
        return (
          <tr key={`${it.proofType} ${it.id}`} class="linked">
            <td>
              <VerdictWord outcome={outcome} />
            </td>
            <td class="soft fold-away">{proofLabel(it.proofType)}</td>
            <td class="fold-third">
              <a class="cover" href={`/challenges/${it.proofType}/${it.id}`}>
                {prover ? agentName(prover) : shortAgent(it.prover) || say('a prover that was never here')}
                <span class="soft">{askedOf(it.proofType, it, prover)}</span>
              </a>
            </td>
            <td class="soft fold-last one-line">{foundOf(it.proofType, it)}</td>
            <td class="mono soft fold-away one-line">{shortId(it.id, 10, 4)}</td>
            <td class="end muted fold-second one-line" title={absolute(askedAt)}>
              {ago(askedAt, now)}
            </td>
          </tr>
        );
      })}
    </Table>
  );
};
