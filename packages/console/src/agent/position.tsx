import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Claims, claimName, placeOf } from '../challenge/agents.ts';
import type { PolView } from '../challenge/pol-view.ts';
import { atMostKm } from '../figures.ts';
import { LocalMap } from '../map/local-map.tsx';
import type { AgentDetail } from '../network.ts';
import { Panel } from '../parts/panel.tsx';
import { onDay } from '../times.ts';
import { say } from '../words/say.ts';
import type { sinceVerified } from './newest.ts';

/** A place is drawn as verified only while no later verdict leaves it open or refutes it. */
const outcomeNow = { stands: 'verified', open: 'inconclusive', refuted: 'none' } as const;
const verifiedWords = {
  stands: (distance: string, day: string) => say('within {distance}, verified {day}', { distance, day }),
  open: (distance: string, day: string) =>
    say('within {distance} on {day}; nothing was decided since', { distance, day }),
  refuted: (distance: string, day: string) => say('was within {distance} on {day}; refuted since', { distance, day }),
} as const;

/** Where the agent stands, and how precisely that is known. */
export const Position = ({
  agent,
  since,
}: {
  agent: AgentDetail;
  since: ReturnType<typeof sinceVerified>;
}): JSX.Element | null => {
  const claims = agent.claims as Claims;
  const place = placeOf(claims);
  const verified = agent.verified_place;
  const view = useMemo((): PolView | undefined => {
    if (!place) return undefined;
    return {
      id: '',
      outcome: verified ? outcomeNow[since] : 'none',
      reason: '',
      claim: { place, name: claimName(agent.id, claims) },
      prover: '',
      witnesses: [],
      asked: 0,
      boundsKm: [since === 'refuted' ? 0 : (verified?.uncertainty_km ?? 0)].filter((it) => it > 0),
      liars: 0,
      liarsOfAll: 0,
      startedAt: 0,
      moments: [],
    };
  }, [agent.id, place?.latitude, place?.longitude, verified?.uncertainty_km, since]);
  if (!view) return null;
  return (
    <Panel
      class="fills"
      title={say('Its own position')}
      sub={
        verified ? (
          <a class="link" href={`/challenges/pol/${verified.challenge_id}`}>
            {verifiedWords[since](atMostKm(verified.uncertainty_km), onDay(Date.parse(verified.at)))}
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
