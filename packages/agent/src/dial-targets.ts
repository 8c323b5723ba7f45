import type { Endpoint } from '@trigpoint/proofs';
import { addressKind, mayNameTarget } from '@trigpoint/proofs/node';
import { keepNewest } from './newest.ts';

/** An endpoint that did not answer is not dialled again for this long. */
const leftInPeaceMs = 60_000;
/** Several challengers may share an address. If this many ports of an address did not answer, the whole address is not dialled. */
const mostPorts = 3;
/** How many endpoints that answered are remembered. */
const mostKnown = 4_096;
/** If this many endpoints did not answer in that time, nobody is dialled: the service may be using the agent to scan addresses. */
const mostUnanswered = 32;

/**
 * Decides whom this agent dials. The service names the addresses, and it may be hostile or deceived. So the agent decides for itself.
 * It must send nothing into its own network for a service outside of it, and very little to addresses that do not answer.
 */
export function keepDialTargets(now: () => number) {
  /** Endpoints that did not answer, and until when that counts. */
  const silent = new Map<string, { readonly address: string; readonly until: number }>();
  /** Endpoints that answered once: somebody there wants to be dialled. */
  const known = new Set<string>();
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
      // All agents of a development network share this machine's own address, and nobody else gets what is sent there.
      const isCrowded = kind !== 'loopback' && ports >= mostPorts;
      if (silent.has(keyOf(target)) || isCrowded) return 'nobody answered at the challenger’s address lately';
      return silent.size >= mostUnanswered ? 'too many challengers did not answer lately' : undefined;
    },
    answered(target: Endpoint): void {
      known.add(keyOf(target));
      keepNewest(known, mostKnown);
    },
    /**
     * The service may have cancelled the task before an answer could come: the others had decided. That is held against an endpoint only
     * if it never answered. Otherwise a service could have strangers dialled again and again by cancelling each time.
     */
    unanswered(target: Endpoint, wasCancelled: boolean): void {
      if (wasCancelled && known.has(keyOf(target))) return;
      silent.set(keyOf(target), { address: target.address, until: now() + leftInPeaceMs });
    },
  };
}
