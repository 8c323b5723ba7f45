import { agentIdsOf } from '@trigpoint/proofs';
import type { Agents } from './agents.ts';

/**
 * A verified claim: the place that was asked about, and how far from it the prover can be even if a third of the challengers
 * lied.
 */
interface ProvenPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly uncertaintyKm: number;
  /** Zero where the result does not say. */
  readonly withstands: number;
  readonly at: number;
}

/**
 * The place of a verified result. Undefined where only a zone was shown, or no bound: nobody may take a place from such a
 * result.
 */
export const placeShown = (result: Readonly<Record<string, string>> | undefined): ProvenPlace | undefined => {
  const { latitude, longitude, uncertainty_km, withstands = '0', at, shown } = result ?? {};
  if (shown === 'zone' || latitude === undefined || longitude === undefined) return undefined;
  if (uncertainty_km === undefined || at === undefined) return undefined;
  const place = { latitude: Number(latitude), longitude: Number(longitude) };
  return { ...place, uncertaintyKm: Number(uncertainty_km), withstands: Number(withstands), at: Date.parse(at) };
};

/** Reads where a key was last verified to be, over either address family. */
export const provenPlacesOf =
  (agents: Agents) =>
  async ({ publicKey }: { readonly publicKey: string }): Promise<ProvenPlace[]> => {
    const provers = await Promise.all(agentIdsOf(publicKey).map((id) => agents.find('pol', 'prover', id)));
    return provers.flatMap((prover) => placeShown(prover?.verifiedResult) ?? []);
  };
