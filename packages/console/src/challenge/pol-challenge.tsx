import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { HowSure } from '../charts/how-sure.tsx';
import { RoundTrips } from '../charts/round-trips.tsx';
import { countingDiscs, splitDiscs } from '../map/local-layout.ts';
import { LocalMap } from '../map/local-map.tsx';
import { mostStrong } from '../map/refuted-layout.ts';
import { RefutedMap } from '../map/refuted-map.tsx';
import { AfterPaint } from '../parts/after-paint.tsx';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { VerdictLine } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { say } from '../words/say.ts';
import { MapLegend, StripLegend } from './legends.tsx';
import { answered, bounds, excludes, isZoneAlone, type PolView, withoutVerdict } from './pol-view.ts';
import { isSeveral, polAdvice, polFigures, polLead, polSays } from './pol-words.ts';
import type { Replay } from './replay.ts';
import { ReplayHeading } from './replay-heading.tsx';
import { Progress } from './running-challenge.tsx';
import { useOpenZone } from './use-open-zone.ts';

interface PolChallengeProps {
  readonly pol: PolView;
  readonly actions?: ComponentChildren;
  /** Panels below those about the verdict. */
  readonly beneath?: ComponentChildren;
  /** Panels below claim and proof. */
  readonly aside?: ComponentChildren;
  /** Claim, prover, payer and how to check them. */
  readonly proof: ComponentChildren;
  /** Set while the page replays how the answers came in. */
  readonly replay?: Replay | undefined;
}

/** The page of a location challenge: one sentence, and then its evidence, the most convincing part first. */
export const PolChallenge = ({ pol, actions, beneath, aside, proof, replay }: PolChallengeProps): JSX.Element => {
  const [chosen, setChosen] = useState<string>();
  const soFar = useMemo(() => (replay ? withoutVerdict(pol, replay.shown) : pol), [pol, replay]);
  const isClaimRefuted = pol.outcome === 'refuted' && !isZoneAlone(pol);
  const refuted = isClaimRefuted && answered(pol).length > 0 && (!replay || pointsElsewhere(soFar));
  const isAroundClaim = replay !== undefined && isClaimRefuted && !refuted;
  const TheMap = refuted ? RefutedMap : LocalMap;
  const openZone = useOpenZone(pol);
  const lead = openZone ?? polLead(pol);
  const toCome = replay ? 'to-come' : '';
  const advice = polAdvice(pol);
  const saysHowSure = pol.boundsKm.length > 0 || pol.outcome === 'refuted';
  return (
    <>
      {replay ? (
        <ReplayHeading replay={replay} />
      ) : (
        <VerdictLine
          outcome={pol.outcome}
          says={polSays(pol)}
          lead={lead}
          isSigned={pol.reason.endsWith(lead)}
          advice={advice}
          actions={actions}
        />
      )}
      <FigureStrip figures={polFigures(soFar)} />
      {replay && <Progress share={replay.shown.size / replay.of} />}
      <div class="columns">
        <Panel
          class="of-7 bleed map-panel"
          title={mapTitle(soFar, refuted && !replay)}
          sub={replay && refuted ? '' : mapSub(soFar, refuted)}
          flush
          legend={<MapLegend pol={soFar} refuted={refuted && !replay} />}
        >
          <TheMap pol={isAroundClaim ? soFar : pol} chosen={chosen} onChoose={setChosen} shown={replay?.shown} />
        </Panel>
        <Panel class="of-5 bleed" title={say('Round trips')} sub={say('log scale')} legend={<StripLegend pol={pol} />}>
          <RoundTrips pol={pol} chosen={chosen} onChoose={setChosen} shown={replay?.shown} />
        </Panel>
        {actions && !replay && advice === undefined && <div class="late-actions">{actions}</div>}
      </div>
      <AfterPaint>
        {/* A grid of its own: the map stays in sight while its own grid is scrolled, and would cover what is below. */}
        <div class="columns">
          <div class="of-8 stack">
            <div class="columns">
              {saysHowSure && (
                <Panel class={`of-6 ${toCome}`} title={say('How far at most')}>
                  <HowSure pol={pol} />
                </Panel>
              )}
              <Panel class={`${saysHowSure ? 'of-6' : ''} ${toCome}`} title={say('What happened')}>
                <Timeline moments={pol.moments} />
              </Panel>
            </div>
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

/**
 * Whether at least half of the answers so far leave the claim outside. From then on the map is around the place that they come
 * from.
 */
const pointsElsewhere = (soFar: PolView): boolean => {
  const heard = answered(soFar);
  return heard.length > 1 && 2 * heard.filter(excludes).length >= heard.length;
};

const mapTitle = (pol: PolView, refuted: boolean): string => {
  if (pol.outcome === 'contradictory') return say('Discs that have no place in common');
  if (!refuted) return say('Where it can be');
  if (isSeveral(pol)) return say('Why it cannot be one machine');
  return answered(pol).some(excludes)
    ? say('Why {name} is impossible', { name: pol.claim.name })
    : say('Why {name} does not fit', { name: pol.claim.name });
};

const mapSub = (pol: PolView, refuted: boolean): string => {
  const usable = answered(pol).filter(bounds);
  if (refuted) {
    const n = usable.filter(excludes).length;
    if (n === 0) return say('where the answers come from');
    if (n === 1) return say('the disc that leaves it outside');
    return n > mostStrong
      ? say('{drawn} of the {n} discs that leave it outside are drawn', { drawn: mostStrong, n })
      : say('the {n} discs that leave it outside', { n });
  }
  if (usable.length === 0) return pol.outcome === 'measuring' ? say('no answer yet') : say('no answer');
  const {
    strong: { length: n },
  } = splitDiscs(pol);
  const { length: all } = countingDiscs(pol);
  if (all === 0) return say('lookouts alone have answered');
  if (all === 1) return say('one disc');
  return all === usable.length
    ? say('the {n} tightest of {all} discs in bold', { n, all })
    : say('the {n} tightest of {all} discs in bold, lookouts aside', { n, all });
};
