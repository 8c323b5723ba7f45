import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Claims, claimName, placeOf } from '../challenge/agents.ts';
import type { PolView } from '../challenge/pol-view.ts';
import { atMostKm } from '../figures.ts';
import { LocalMap } from '../map/local-map.tsx';
import { Panel } from '../parts/panel.tsx';
import { onDay } from '../times.ts';
import { say } from '../words/say.ts';
import type { AgentDetail } from './detail.ts';

/** Where it stands, and how well that is known. */
export const Position = ({ agent }: { agent: AgentDetail }): JSX.Element | null => {
  const claims = agent.claims as Claims;
  const place = placeOf(claims);
  const verified = agent.verified_place;
  const view = useMemo((): PolView | undefined => {
    if (!place) return undefined;
    return {
      id: '',
      outcome: verified ? 'verified' : 'none',
      reason: '',
      claim: { place, name: claimName(agent.id, claims) },
      prover: '',
      witnesses: [],
      asked: 0,
      boundsKm: [verified?.uncertainty_km ?? 0].filter((it) => it > 0),
      liars: 0,
      liarsOfAll: 0,
      startedAt: 0,
      moments: [],
    };
  }, [agent.id, place?.latitude, place?.longitude, verified?.uncertainty_km]);
  if (!view) return null;
  return (
    <Panel
      title={say('Its own position')}
      sub={
        verified ? (
          <a class="link" href={`/challenges/pol/${verified.challenge_id}`}>
            {say('within {distance}, verified {day}', {
              distance: atMostKm(verified.uncertainty_km),
              day: onDay(Date.parse(verified.at)),
            })}
          </a>
        ) : (
          say('as claimed, not verified')
        )
      }
      flush
    >
      <div class="small-map">
        <LocalMap pol={view} chosen={undefined} onChoose={() => undefined} />
      </div>
    </Panel>
  );
};
