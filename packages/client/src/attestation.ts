import { ServiceError } from '@trigpoint/protocol';
import { type CallOptions, type Client, pause } from './client.ts';

/**
 * What other software reads: an off-chain attestation of the Ethereum Attestation Service, a location stamp as Astral has it, or
 * a W3C verifiable credential as a JWT.
 */
export type AttestationFormat = 'eas' | 'stamp' | 'vc';

/** How often it asks again, once a second, because the log has the end of a challenge only a moment later. */
const tries = 15;

/**
 * A verified challenge as the service attests it. The service signs; its keys are in `readServiceInfo` and, for credentials, at
 * `/.well-known/jwks.json`. An attestation is the service's word. Evidence is what anybody can check again.
 *
 * ```ts
 * const credential = await readAttestation(client, challengeId, 'vc');
 * ```
 */
export async function readAttestation(
  client: Client,
  challengeId: string,
  format: AttestationFormat,
  options: CallOptions = {},
): Promise<unknown> {
  for (let left = tries; ; left--) {
    try {
      const { result } = await client.call('challenge-attestation', { challenge_id: challengeId, format }, options);
      return result.attestation;
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'challenge_not_logged') || left === 0) throw error;
      await pause(1000, options.signal);
    }
  }
}
