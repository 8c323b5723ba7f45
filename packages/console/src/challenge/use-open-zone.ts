import { useMemo } from 'preact/hooks';
import { useAtlas } from '../map/use-atlas.ts';
import { useZone } from '../map/zones.ts';
import { openZoneLead } from './open-zone.ts';
import type { PolView } from './pol-view.ts';

/** What to say of a zone that stays open; undefined for every other verdict, and until the map is there. */
export const useOpenZone = (pol: PolView): string | undefined => {
  const isOpen = pol.zone?.finding === 'undecided' && pol.outcome === 'inconclusive';
  // A coarse map shows which countries have the largest part. How far away the edge is takes a finer one.
  const countries = useAtlas(isOpen ? 'coarse' : undefined);
  const zone = useZone(isOpen ? pol.zone?.text : undefined, 'medium');
  return useMemo(
    () => (isOpen ? openZoneLead(pol, countries, zone ?? undefined) : undefined),
    [pol, isOpen, countries, zone],
  );
};
