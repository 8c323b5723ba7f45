import { noRadius } from '@trigpoint/proofs';
import type { AttestationKeys } from '../keys/attestation-keys.ts';
import { anchorsOf, type Statement } from './statements.ts';

/**
 * A location stamp in the shape of Astral location proofs (Location Protocol 0.2). The signature is EIP-191 over the stamp without
 * `signatures`, as JSON in the order of its fields. Undefined for a proof that bounds no distance from a place.
 */
export const locationStamp = async (it: Statement, { account }: AttestationKeys) => {
  const { latitude, longitude } = it.claim;
  if (latitude === undefined || longitude === undefined || it.radiusKm >= noRadius) return undefined;
  const [start, end] = [it.startedAt, it.endedAt].map((ms) => Math.floor(ms / 1000)) as [number, number];
  const stamp = {
    lpVersion: '0.2',
    locationType: 'geojson-point',
    location: { type: 'Point', coordinates: [Number(longitude), Number(latitude)] },
    srs: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
    temporalFootprint: { start, end },
    plugin: 'trigpoint',
    pluginVersion: '1.0.0',
    signals: {
      ...{ prover: it.prover, radiusKm: it.radiusKm, accuracyMeters: it.radiusKm * 1000 },
      ...{ liarsTolerated: it.liarsTolerated, withstands: it.withstands, method: it.method },
      ...{ challengeId: it.challengeId, ...anchorsOf(it) },
    },
  };
  const value = await account.signMessage({ message: JSON.stringify(stamp) });
  const signer = { scheme: 'eth-address', value: account.address };
  return { ...stamp, signatures: [{ signer, algorithm: 'secp256k1', value, timestamp: end }] };
};
