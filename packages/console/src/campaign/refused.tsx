import type { JSX } from 'preact';
import { count } from '../figures.ts';
import { Panel } from '../parts/panel.tsx';
import { SkeletonRows } from '../parts/states.tsx';
import { say } from '../words/say.ts';
import type { CampaignFigures } from './forecast.ts';
import { refusalWords } from './words.ts';

/** Why photos were not taken: what people should know before they send one. */
export const Refused = ({ figures }: { figures: CampaignFigures | undefined }): JSX.Element => (
  <Panel title={say('Refused by the service')} sub={say('last 24 h')} flush>
    {figures === undefined && <SkeletonRows rows={1} />}
    {figures?.refused_in_24_hours.length === 0 && <p class="panel-line muted">{say('It refused no photo.')}</p>}
    {figures !== undefined && figures.refused_in_24_hours.length > 0 && (
      <table class="table">
        <thead class="hidden">
          <tr>
            <th scope="col">{say('Reason')}</th>
            <th scope="col">{say('Photos')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.refused_in_24_hours.map((it) => (
            <tr key={it.code}>
              <td>{refusalWords(it.code)}</td>
              <td class="end">{count(it.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Panel>
);
