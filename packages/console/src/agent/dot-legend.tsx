import type { JSX } from 'preact';
import { LegendItem } from '../parts/panel.tsx';
import { agentWords as words } from './words.ts';

/** The signs of agents on a world map. */
export const DotLegend = (): JSX.Element => (
  <>
    <LegendItem width={12} sign={<circle cx="6" cy="6" r="3.6" fill="var(--ms)" />}>
      {words.online}
    </LegendItem>
    <LegendItem
      width={12}
      sign={<circle cx="6" cy="6" r="3.2" fill="var(--land)" stroke="var(--ink3)" stroke-width="1.3" />}
    >
      {words.notConnected}
    </LegendItem>
  </>
);
