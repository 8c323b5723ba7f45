import type { JSX } from 'preact';
import { LegendItem } from '../parts/panel.tsx';
import { agentWords as words } from './words.ts';

/** The signs of agents on a world map, or of something else that is there or not. */
export const DotLegend = ({ on = words.online, off = words.notConnected }): JSX.Element => (
  <>
    <LegendItem width={12} sign={<circle cx="6" cy="6" r="3.6" fill="var(--ms)" />}>
      {on}
    </LegendItem>
    <LegendItem
      width={12}
      sign={<circle cx="6" cy="6" r="3.2" fill="var(--land)" stroke="var(--ink3)" stroke-width="1.3" />}
    >
      {off}
    </LegendItem>
  </>
);
