import { parseVerifierKey } from '@trigpoint/log';
import type { ServiceName } from '@trigpoint/protocol';

/** The service as everybody who signs something for it names it: by the key of its log, and by where its requests come from. */
export const serviceNameOf = (
  { vkey }: { readonly vkey: string },
  chain: { readonly id: number; readonly requestHandler: string } | undefined,
): ServiceName => ({
  service: Buffer.from(parseVerifierKey(vkey).publicKey).toString('hex'),
  chain_id: chain?.id ?? 0,
  contract: chain?.requestHandler ?? 'none',
});
