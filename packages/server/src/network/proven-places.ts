import type { Agents } from './agents.ts';

interface ProvenPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly at: number;
}

/** Reads where a key was last verified to be, over either address family. */
export const provenPlacesOf =
  (agents: Agents) =>
  async ({ publicKey }: { readonly publicKey: string }): Promise<ProvenPlace[]> => {
    const provers = await Promise.all(
      ['IPv4', 'IPv6'].map((family) => agents.find('pol', 'prover', `${family}/${publicKey}`)),
    );
    return provers.flatMap((prover) => {
      const { latitude, longitude, at } = prover?.verifiedResult ?? {};
      return latitude === undefined || longitude === undefined || at === undefined
        ? []
        : [{ latitude: Number(latitude), longitude: Number(longitude), at: Date.parse(at) }];
    });
  };
