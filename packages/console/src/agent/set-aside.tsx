import type { JSX } from 'preact';
import { Checks } from '../parts/checks.tsx';
import { Panel } from '../parts/panel.tsx';

/** Why others do not believe where it says it stands; for its owner alone. */
export const SetAside = ({ reason }: { reason: string }): JSX.Element => (
  <Panel title="Set aside" sub="for you alone">
    <Checks
      checks={[
        { outcome: 'refuted', title: 'Its readings do not count now', says: reason },
        {
          outcome: 'none',
          title: 'What to do',
          says: 'Start it with the latitude and longitude where the machine really stands, and without a proxy or tunnel before its UDP port. Others measure it again in their next round, after six hours unless the operator chose another time.',
        },
      ]}
    />
  </Panel>
);
