import { useMemo } from 'preact/hooks';
import { cityName, useCities } from '../map/cities.ts';
import { polFromEvidence } from './from-evidence.ts';
import { polPaid } from './payments.ts';
import type { Picture } from './picture.ts';
import { PolChallenge } from './pol-challenge.tsx';
import type { PolView } from './pol-view.ts';
import { RunningChallenge } from './running-challenge.tsx';
import { RunningMap } from './running-map.tsx';

/** Adds names of cities to places that the verdict knows by coordinates alone. */
const named = (pol: PolView, cities: ReturnType<typeof useCities>): PolView => {
  const { estimate, claim } = pol;
  const from = estimate && (cityName(cities, estimate.place) ?? estimate.name);
  const unnamed = /^0x|^[1-9A-HJ-NP-Za-km-z]{6}…/.test(claim.name);
  const at = unnamed ? cities?.near(claim.place)?.name : undefined;
  return {
    ...pol,
    ...(estimate ? { estimate: { ...estimate, ...(from ? { name: from } : {}) } } : {}),
    ...(at ? { claim: { ...claim, name: at } } : {}),
  };
};

export const polPicture: Picture = {
  Running: ({ profile, row, view, now, proof }) => (
    <RunningChallenge view={view} now={now} how={profile.words.how} proof={proof}>
      <RunningMap parameters={row.parameters} />
    </RunningChallenge>
  ),
  Ended: ({ evidence, payments, actions, beneath, aside, proof, replay }) => {
    const cities = useCities();
    const pol = useMemo(
      () => polPaid(named(polFromEvidence(evidence), cities), payments),
      [evidence, cities, payments],
    );
    return <PolChallenge pol={pol} actions={actions} beneath={beneath} aside={aside} proof={proof} replay={replay} />;
  },
};
