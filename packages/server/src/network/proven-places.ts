import type { Agents } from './agents.ts';

/**
 * A verified claim: the place that was asked about, and how far from it the prover can be even if a third of the challengers
 * lied.
 */
export interface ProvenPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly uncertaintyKm: number;
  readonly at: number;
}

/** Reads where a key was last verified to be, over either address family. A result without a bound proves no place. */
export const provenPlacesOf =
  (agents: Agents) =>
  async ({ publicKey }: { readonly publicKey: string }): Promise<ProvenPlace[]> => {
    const provers = await Promise.all(
      ['IPv4', 'IPv6'].map((family) => agents.find('pol', 'prover', `${family}/${publicKey}`)),
    );
    return provers.flatMap((prover) => {
      const { latitude, longitude, uncertainty_km, at } = prover?.verifiedResult ?? {};
      if (latitude === undefined || longitude === undefined || uncertainty_km === undefined || at === undefined)
        return [];
      const place = { latitude: Number(latitude), longitude: Number(longitude) };
      return [{ ...place, uncertaintyKm: Number(uncertainty_km), at: Date.parse(at) }];
    });
  };
