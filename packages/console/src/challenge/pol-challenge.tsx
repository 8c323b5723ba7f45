import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { HowSure } from '../charts/how-sure.tsx';
import { RoundTrips } from '../charts/round-trips.tsx';
import { LocalMap } from '../map/local-map.tsx';
import { RefutedMap } from '../map/refuted-map.tsx';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { VerdictLine } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { MapLegend, StripLegend } from './legends.tsx';
import { answered, bounds, excludes, type PolView } from './pol-view.ts';
import { polFigures, polLead, polSays } from './pol-words.ts';

interface PolChallengeProps {
  readonly pol: PolView;
  readonly actions?: ComponentChildren;
  /** Claim and proof: who, what, how to check. */
  readonly proof: ComponentChildren;
}

/** The signature screen: one sentence, and then its evidence in the order of how much it convinces. */
export const PolChallenge = ({ pol, actions, proof }: PolChallengeProps): JSX.Element => {
  const [chosen, setChosen] = useState<string>();
  const refuted = pol.outcome === 'refuted' && answered(pol).length > 0;
  const TheMap = refuted ? RefutedMap : LocalMap;
  return (
    <>
      <VerdictLine outcome={pol.outcome} says={polSays(pol)} lead={polLead(pol)} actions={actions} />
      <FigureStrip figures={polFigures(pol)} />
      <div class="columns">
        <Panel
          class="of-7 bleed map-panel"
          title={mapTitle(pol, refuted)}
          sub={mapSub(pol, refuted)}
          flush
          legend={<MapLegend pol={pol} refuted={refuted} />}
        >
          <TheMap pol={pol} chosen={chosen} onChoose={setChosen} />
        </Panel>
        <Panel class="of-5 bleed" title="Round trips" sub="log scale" legend={<StripLegend pol={pol} />}>
          <RoundTrips pol={pol} chosen={chosen} onChoose={setChosen} />
        </Panel>
        {actions && <div class="late-actions">{actions}</div>}
        {(pol.boundsKm.length > 0 || refuted) && (
          <Panel class="of-4" title="How sure">
            <HowSure pol={pol} />
          </Panel>
        )}
        <Panel class="of-4" title="What happened">
          <Timeline moments={pol.moments} />
        </Panel>
        <Panel class="of-4" title="Claim and proof">
          {proof}
        </Panel>
      </div>
    </>
  );
};

const mapTitle = (pol: PolView, refuted: boolean): string => {
  if (!refuted) return 'Where it can be';
  return answered(pol).some(excludes) ? `Why ${pol.claim.name} is impossible` : `Why ${pol.claim.name} does not fit`;
};

const mapSub = (pol: PolView, refuted: boolean): string => {
  const usable = answered(pol).filter(bounds);
  if (refuted) {
    const n = usable.filter(excludes).length;
    if (n === 0) return 'where the answers come from';
    if (n === 1) return 'the disc that leaves it outside';
    return n > 8 ? `8 of the ${n} discs that leave it outside` : `the ${n} discs that leave it outside`;
  }
  return usable.length === 0
    ? 'no answer'
    : `${Math.min(4, usable.length)} tightest of ${usable.length} discs drawn strongly`;
};
