import { parseVerifierKey } from '@trigpoint/log';
import type { ServiceName } from '@trigpoint/protocol';

/** The name of the service in signed texts: the key of its log, and the chain and contract that its requests come from. */
export const serviceNameOf = (
  { vkey }: { readonly vkey: string },
  chain: { readonly id: number; readonly requestHandler: string } | undefined,
): ServiceName => ({
  service: Buffer.from(parseVerifierKey(vkey).publicKey).toString('hex'),
  chain_id: chain?.id ?? 0,
  contract: chain?.requestHandler ?? 'none',
});
