import { useEffect, useState } from 'preact/hooks';
import type { ProofTypeId } from '../service.ts';

interface Told {
  readonly at: number;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What was heard of a running challenge so far. */
export interface Heard {
  readonly events: readonly Told[];
  /** The newest of each challenger's progress, and all points of a rate. */
  readonly progress: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly curves: ReadonlyMap<string, readonly (readonly [number, number])[]>;
  readonly ended: boolean;
}

export const nothing: Heard = { events: [], progress: new Map(), curves: new Map(), ended: false };

const kinds = ['submitted', 'accepted', 'round', 'reading', 'refused', 'ended'];

/** What is known after one more event. */
export const add = (heard: Heard, told: Told): Heard => {
  if (told.kind !== 'progress')
    return { ...heard, events: [...heard.events, told], ended: heard.ended || told.kind === 'ended' };
  const challenger = String(told.data.challenger ?? told.data.agent ?? '');
  const progress = new Map(heard.progress).set(challenger, { ...heard.progress.get(challenger), ...told.data });
  const { t_ms, mbps } = told.data;
  if (typeof t_ms !== 'number' || typeof mbps !== 'number') return { ...heard, progress };
  const curves = new Map(heard.curves).set(challenger, [...(heard.curves.get(challenger) ?? []), [t_ms, mbps]]);
  return { ...heard, progress, curves };
};

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
    for (const kind of [...kinds, 'progress']) source.addEventListener(kind, take(kind) as EventListener);
    return () => source.close();
  }, [proofType, id, when]);
  return heard;
};
