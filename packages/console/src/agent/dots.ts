import { agentPath, type Claims, placeOf } from '../challenge/agents.ts';
import type { Dot } from '../map/world-map.tsx';
import { type Agent, agentName } from '../network.ts';

/** About 10 km: enough for a world map, too little to find a house. */
const rounded = (degrees: number): number => Math.round(degrees * 10) / 10;

/** The dot of an agent on a world map. The list is empty if the agent states no place. */
export const dotOf = (it: Agent): Dot[] => {
  const place = placeOf(it.claims as Claims);
  if (!place) return [];
  return [
    {
      id: it.id,
      place: { latitude: rounded(place.latitude), longitude: rounded(place.longitude) },
      name: agentName(it),
      online: it.online,
      href: agentPath(it.proofType, it.role, it.id),
    },
  ];
};
