import { useEffect, useState } from 'preact/hooks';
import type { ProofTypeId } from '../service.ts';

interface Told {
  /** By the service's clock. */
  readonly at: number;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** By the browser's clock; absent where it makes no difference. */
  readonly heardAt?: number;
}

/** What was heard of a running challenge so far. These are counts, because readings are public only when it has ended. */
export interface Heard {
  readonly events: readonly Told[];
  readonly ended: boolean;
  /**
   * How far the browser's clock is ahead of the service's, at most. Events that were told while the page was open arrived at
   * once, so the smallest difference is the nearest.
   */
  readonly aheadMs: number | undefined;
}

export const nothing: Heard = { events: [], ended: false, aheadMs: undefined };

const kinds = ['accepted', 'round', 'reading', 'ended'];

/** What is known after one more event. */
export const add = (heard: Heard, told: Told): Heard => ({
  events: [...heard.events, told],
  ended: heard.ended || told.kind === 'ended',
  aheadMs:
    told.heardAt === undefined
      ? heard.aheadMs
      : Math.min(heard.aheadMs ?? Number.POSITIVE_INFINITY, told.heardAt - told.at),
});

/** The events of the last attempt. Earlier events belong to attempts that were given up. */
export const lastAttempt = ({ events }: Heard): readonly Told[] =>
  events.slice(
    Math.max(
      0,
      events.findLastIndex((it) => it.kind === 'accepted'),
    ),
  );

/**
 * Follows a challenge while it runs. The browser reconnects and resumes by itself, and no event is heard twice. The events stay
 * when the challenge has ended, because they say at what pace the answers came.
 */
export const useLive = (proofType: ProofTypeId, id: string, when: boolean): Heard => {
  const [heard, setHeard] = useState(nothing);
  useEffect(() => {
    if (!when) return;
    setHeard(nothing);
    const source = new EventSource(`/proof/v1/${proofType}/events?challenge_id=${encodeURIComponent(id)}`);
    const take = (kind: string) => (event: MessageEvent<string>) => {
      const { at, ...data } = JSON.parse(event.data);
      setHeard((before) => add(before, { at: Date.parse(at), kind, data, heardAt: Date.now() }));
      if (kind === 'ended') source.close();
    };
    for (const kind of kinds) source.addEventListener(kind, take(kind) as EventListener);
    return () => source.close();
  }, [proofType, id, when]);
  return heard;
};
