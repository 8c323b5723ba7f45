import { useEffect, useState } from 'preact/hooks';
import type { ProofTypeId } from '../service.ts';

interface Told {
  readonly at: number;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What was heard of a running challenge so far: counts, because readings are public only when it has ended. */
export interface Heard {
  readonly events: readonly Told[];
  readonly ended: boolean;
}

export const nothing: Heard = { events: [], ended: false };

const kinds = ['accepted', 'round', 'reading', 'ended'];

/** What is known after one more event. */
export const add = (heard: Heard, told: Told): Heard => ({
  events: [...heard.events, told],
  ended: heard.ended || told.kind === 'ended',
});

/** Watches a challenge while it runs. The browser reconnects and resumes by itself; nothing is heard twice. */
export const useLive = (proofType: ProofTypeId, id: string, when: boolean): Heard => {
  const [heard, setHeard] = useState(nothing);
  useEffect(() => {
    setHeard(nothing);
    if (!when) return;
    const source = new EventSource(`/proof/v1/${proofType}/events?challenge_id=${encodeURIComponent(id)}`);
    const take = (kind: string) => (event: MessageEvent<string>) => {
      const { at, ...data } = JSON.parse(event.data);
      setHeard((before) => add(before, { at: Date.parse(at), kind, data }));
      if (kind === 'ended') source.close();
    };
    for (const kind of kinds) source.addEventListener(kind, take(kind) as EventListener);
    return () => source.close();
  }, [proofType, id, when]);
  return heard;
};
