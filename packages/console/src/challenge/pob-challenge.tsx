import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { MedianStrip } from '../charts/median-strip.tsx';
import { RoundCard } from '../charts/round-card.tsx';
import * as figures from '../figures.ts';
import { AfterPaint } from '../parts/after-paint.tsx';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { VerdictLine } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { inSentence } from '../words/language.ts';
import { say } from '../words/say.ts';
import { counted, type PobView, withoutVerdict } from './pob-view.ts';
import { pobAdvice, pobFigures, pobLead, pobSays } from './pob-words.ts';
import type { Replay } from './replay.ts';
import { ReplayHeading } from './replay-heading.tsx';
import { Progress } from './running-challenge.tsx';

interface PobChallengeProps {
  readonly pob: PobView;
  readonly actions?: ComponentChildren;
  /** Panels below those about the verdict. */
  readonly beneath?: ComponentChildren;
  /** Panels below claim and proof. */
  readonly aside?: ComponentChildren;
  readonly proof: ComponentChildren;
  /** Set while the page replays how the rounds came in. */
  readonly replay?: Replay | undefined;
}

export const PobChallenge = ({ pob, actions, beneath, aside, proof, replay }: PobChallengeProps): JSX.Element => {
  const soFar = useMemo(() => (replay ? withoutVerdict(pob, replay.shown) : pob), [pob, replay]);
  const toCome = replay ? 'to-come' : '';
  const lastMs = Math.max(200, ...pob.rounds.map((it) => it.curve.at(-1)?.[0] ?? 0));
  // A burst of many times the rate would leave no room for the rest.
  const mostMbps = Math.min(
    3 * pob.claimMbps,
    Math.max(1.5 * pob.claimMbps, ...pob.rounds.flatMap((it) => it.curve.map(([, mbps]) => mbps))),
  );
  const advice = pobAdvice(pob);
  const remarks = pob.rounds.map((round, i) => ({ round, number: i + 1 })).filter((it) => it.round.remark);
  return (
    <>
      {replay ? (
        <ReplayHeading replay={replay} />
      ) : (
        <VerdictLine
          outcome={pob.outcome}
          says={pobSays(pob)}
          lead={pobLead(pob)}
          isSigned={pobLead(pob) === pob.reason}
          advice={advice}
          actions={actions}
        />
      )}
      <FigureStrip figures={pobFigures(soFar)} />
      {replay && <Progress share={replay.shown.size / replay.of} />}
      <div class="rounds-title">
        <h2>{say('Rate over time')}</h2>
        <span class="sub">{say('Mbit/s, one challenger per round')}</span>
        <span class="small muted aside">
          {say(
            'solid line: what was asked for · thick mark: measured rate · more may be sent than was asked for; the link drops what it cannot carry',
          )}
        </span>
      </div>
      <div class="rounds">
        {pob.rounds.map((round, i) => (
          <RoundCard
            key={round.challenger}
            number={i + 1}
            round={round}
            claimMbps={pob.claimMbps}
            lastMs={lastMs}
            mostMbps={mostMbps}
            isToCome={replay !== undefined && !replay.shown.has(round.challenger)}
          />
        ))}
      </div>
      <AfterPaint>
        <div class="columns">
          {actions && !replay && advice === undefined && <div class="late-actions">{actions}</div>}
          {counted(pob).length > 0 && (
            <Panel
              class={`of-7 ${toCome}`}
              title={say('Median against what was asked')}
              sub={say('round numbers in circles')}
            >
              <MedianStrip pob={pob} />
            </Panel>
          )}
          <Panel class={`${counted(pob).length > 0 ? 'of-5' : ''} ${toCome}`} title={say('Remarks on rounds')} flush>
            {remarks.length === 0 ? (
              <p class="panel-line muted">{say('Every round counts; there is nothing to remark.')}</p>
            ) : (
              <Table columns={[say('Round'), say('Reason'), { end: say('Paid') }]}>
                {remarks.map(({ round, number }) => (
                  <tr key={number}>
                    <td>
                      {number} · {round.name}
                    </td>
                    <td class={round.state === 'counted' ? 'soft' : ''}>
                      {round.state === 'voided'
                        ? say('Voided: {reason}', { reason: inSentence(round.remark ?? '') })
                        : round.remark}
                    </td>
                    <td class="end">{round.paidPoints === undefined ? '–' : figures.points(round.paidPoints)}</td>
                  </tr>
                ))}
              </Table>
            )}
          </Panel>
          <div class="of-8 stack">
            <Panel class={toCome} title={say('What happened')}>
              <Timeline moments={pob.moments} />
            </Panel>
            {beneath}
          </div>
          <div class="of-4 stack">
            <Panel title={say('Claim and proof')}>{proof}</Panel>
            {aside}
          </div>
        </div>
      </AfterPaint>
    </>
  );
};
