import type { Endpoint } from '@trigpoint/proofs';
import { addressKind, mayNameTarget } from '@trigpoint/proofs/node';

/** An endpoint that did not answer is not dialled again for this long. */
const leftInPeaceMs = 60_000;
/** Several challengers may share an address. If this many ports of an address did not answer, the whole address is not dialled. */
const mostPorts = 3;
/** If this many endpoints did not answer in that time, nobody is dialled: the service may be using the agent to scan addresses. */
const mostUnanswered = 32;

/**
 * Decides whom this agent dials. The service names the addresses, and it may be hostile or deceived. So the agent decides for itself.
 * It must send nothing into its own network for a service outside of it, and very little to addresses that do not answer.
 */
export function keepDialTargets(now: () => number) {
  /** Endpoints that did not answer, and until when that counts. */
  const silent = new Map<string, { readonly address: string; readonly until: number }>();
  const keyOf = ({ address, port }: Endpoint) => `${address} ${port}`;
  return {
    /** Why the agent does not dial an endpoint for a service at `serviceAddress`. Undefined if it may. */
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
