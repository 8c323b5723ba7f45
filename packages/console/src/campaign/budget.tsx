import type { CampaignInfo } from '@trigpoint/client';
import type { JSX } from 'preact';
import { points } from '../figures.ts';
import { Panel } from '../parts/panel.tsx';
import { Skeleton } from '../parts/states.tsx';
import { say } from '../words/say.ts';
import { type CampaignFigures, forecastOf, freeOf } from './forecast.ts';

/** A bar: what is paid, what is held for photos under review, and what is free. Below it: how long the budget lasts. */
export const Budget = ({
  campaign: it,
  figures,
}: {
  campaign: CampaignInfo;
  figures: CampaignFigures | undefined;
}): JSX.Element => {
  const held = figures?.held ?? 0;
  const free = freeOf(it, figures);
  const share = (n: number) => `${(n / it.total_rewards) * 100}%`;
  const forecast = figures && forecastOf(it, figures, Date.now());
  return (
    <Panel title={say('Budget')}>
      <p class="figure">
        {points(it.paid)} <small>{say('of {points} POINTS spent', { points: points(it.total_rewards) })}</small>
      </p>
      <div class="bar split">
        <i style={{ width: share(it.paid) }} />
        <i class="held" style={{ width: share(held) }} />
      </div>
      <dl class="sums">
        <dt>{say('Paid')}</dt>
        <dd>{points(it.paid)}</dd>
        <dt>{say('Held for photos in review')}</dt>
        <dd>{figures ? points(held) : '–'}</dd>
        <dt>{say('Free')}</dt>
        <dd>{free === undefined ? '–' : points(free)}</dd>
      </dl>
      {forecast === undefined ? <Skeleton height={36} /> : forecast && <p class="small muted forecast">{forecast}</p>}
    </Panel>
  );
};
