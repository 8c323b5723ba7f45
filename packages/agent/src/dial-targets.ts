import type { Endpoint } from '@trigpoint/proofs';
import { addressKind, mayNameTarget } from '@trigpoint/proofs/node';

/** How long an endpoint that did not answer is not dialled again. */
const leftInPeaceMs = 60_000;
/** Several challengers may share an address. After so many of its ports it is left in peace altogether. */
const mostPorts = 3;
/** With so many endpoints that did not answer in that time, the service has the agent look for somebody. */
const mostUnanswered = 32;

/**
 * Whom this agent dials. The service names the addresses, and it may be hostile or deceived. So the agent asks for itself: an
 * agent must send nothing into its own network for somebody outside of it, and next to nothing to whoever does not answer.
 */
export function keepDialTargets(now: () => number) {
  /** Endpoints that did not answer, and until when that counts. */
  const silent = new Map<string, { readonly address: string; readonly until: number }>();
  const keyOf = ({ address, port }: Endpoint) => `${address} ${port}`;
  return {
    /** Why an endpoint is not dialled for a service at an address; undefined if it may be. */
    whyNot(target: Endpoint, serviceAddress: string | undefined): string | undefined {
      const kind = addressKind(target.address);
      if (!mayNameTarget(addressKind(serviceAddress ?? ''), kind))
        return kind === 'never'
          ? 'the challenger’s address is not the address of a machine'
          : `the challenger’s address is ${kind}, and the service is not`;
      for (const [it, { until }] of silent) if (until <= now()) silent.delete(it);
      const ports = [...silent.values()].filter((it) => it.address === target.address).length;
      if (silent.has(keyOf(target)) || ports >= mostPorts) return 'nobody answered at the challenger’s address lately';
      return silent.size >= mostUnanswered ? 'too many challengers did not answer lately' : undefined;
    },
    unanswered(target: Endpoint): void {
      silent.set(keyOf(target), { address: target.address, until: now() + leftInPeaceMs });
    },
  };
}
