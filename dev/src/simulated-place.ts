import type { AgentOptions } from '@trigpoint/agent';
import type { DemoPlace } from '@trigpoint/proofs';
import { readCities } from '@trigpoint/proofs/pol';
import { Ways } from './geography/ways.ts';
import { joinedRoute } from './scenario.ts';

/**
 * Finds a place by coordinates, such as `48.2,16.4`, or by the name of a city (the largest of that name). Undefined if there is
 * none.
 */
export function findPlace(text: string): DemoPlace | undefined {
  const [, latitude, longitude] = /^(-?[\d.]+),\s*(-?[\d.]+)$/.exec(text.trim()) ?? [];
  if (latitude !== undefined && Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180)
    return { name: text.trim(), latitude: Number(latitude), longitude: Number(longitude) };
  const named = readCities().filter((it) => it.name.toLowerCase() === text.trim().toLowerCase());
  return named.sort((a, b) => b.population - a.population)[0];
}

/** Gives an agent that joins a development network a simulated place. The delay to whomever it dials fits the distance from there. */
export const routeFrom = (place: DemoPlace): { route: NonNullable<AgentOptions['route']>; close(): Promise<void> } => {
  const ways = new Ways();
  return { route: joinedRoute(place, ways), close: () => ways.close() };
};
