import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useCities } from '../map/cities.ts';
import { LocalMap } from '../map/local-map.tsx';
import { Panel } from '../parts/panel.tsx';
import { say } from '../words/say.ts';
import { placeOf } from './agents.ts';
import type { PolView } from './pol-view.ts';

/** A map around the claim. Nothing else is public before the end. */
export const RunningMap = ({ parameters }: { parameters: Readonly<Record<string, string>> }): JSX.Element => {
  const cities = useCities();
  const pol = useMemo((): PolView => {
    const place = placeOf(parameters) ?? { latitude: 0, longitude: 0 };
    return {
      id: '',
      outcome: 'measuring',
      reason: '',
      claim: { place, name: cities?.near(place)?.name ?? '' },
      prover: '',
      witnesses: [],
      asked: 0,
      boundsKm: [],
      liars: 0,
      liarsOfAll: 0,
      startedAt: 0,
      moments: [],
    };
  }, [parameters, cities]);
  return (
    <Panel class="of-7 bleed map-panel" title={say('Where it says it is')} sub={pol.claim.name} flush>
      <LocalMap pol={pol} chosen={undefined} onChoose={() => {}} />
    </Panel>
  );
};
