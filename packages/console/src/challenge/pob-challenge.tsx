import type { ComponentChildren, JSX } from 'preact';
import { MedianStrip } from '../charts/median-strip.tsx';
import { RoundCard } from '../charts/round-card.tsx';
import * as figures from '../figures.ts';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { VerdictLine } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { counted, type PobView } from './pob-view.ts';
import { pobFigures, pobLead, pobSays } from './pob-words.ts';

interface PobChallengeProps {
  readonly pob: PobView;
  readonly actions?: ComponentChildren;
  readonly proof: ComponentChildren;
}

export const PobChallenge = ({ pob, actions, proof }: PobChallengeProps): JSX.Element => {
  const lastMs = Math.max(200, ...pob.rounds.map((it) => it.curve.at(-1)?.[0] ?? 0));
  const remarks = pob.rounds.map((round, i) => ({ round, number: i + 1 })).filter((it) => it.round.remark);
  return (
    <>
      <VerdictLine outcome={pob.outcome} says={pobSays(pob)} lead={pobLead(pob)} actions={actions} />
      <FigureStrip figures={pobFigures(pob)} />
      <div class="rounds-title">
        <h2>Rate over time</h2>
        <span class="sub">Mbit/s, one challenger per round</span>
        <span class="small muted aside">solid line: claim · thick mark: rate that counts</span>
      </div>
      <div class="rounds">
        {pob.rounds.map((round, i) => (
          <RoundCard key={round.challenger} number={i + 1} round={round} claimMbps={pob.claimMbps} lastMs={lastMs} />
        ))}
      </div>
      <div class="columns">
        {actions && <div class="late-actions">{actions}</div>}
        {counted(pob).length > 0 && (
          <Panel class="of-7" title="Median against the claim" sub="round numbers in circles">
            <MedianStrip pob={pob} />
          </Panel>
        )}
        <Panel class="of-5" title="Remarks on rounds" flush>
          {remarks.length === 0 ? (
            <p class="panel-line muted">Every round counts; there is nothing to remark.</p>
          ) : (
            <Table columns={['Round', 'Reason', { end: 'Paid' }]}>
              {remarks.map(({ round, number }) => (
                <tr key={number}>
                  <td>
                    {number} · {round.name}
                  </td>
                  <td class={round.state === 'counted' ? 'soft' : ''}>
                    {round.state === 'voided' ? `Voided: ${lower(round.remark ?? '')}` : round.remark}
                  </td>
                  <td class="end">{round.paidPoints === undefined ? '–' : figures.points(round.paidPoints)}</td>
                </tr>
              ))}
            </Table>
          )}
        </Panel>
        <Panel class="of-7" title="What happened">
          <Timeline moments={pob.moments} />
        </Panel>
        <Panel class="of-5" title="Claim and proof">
          {proof}
        </Panel>
      </div>
    </>
  );
};

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
