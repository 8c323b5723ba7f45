import { isIPv6 } from 'node:net';
import { addressKind, knockAt } from '@trigpoint/proofs/endpoints';
import { MessageError } from '@trigpoint/protocol';
import type { Foundation } from '../wiring/foundation.ts';
import { isSameAddress, plainAddress } from './addresses.ts';

/** An address that did not answer this many knocks gets no more for a while, whichever agent names it. */
const mostUnanswered = 3;
const leftInPeaceMs = 60_000;

interface EndpointsOptions extends Pick<Foundation, 'now' | 'random'> {
  /** On a development network agents are at private addresses and on the same machine. */
  readonly development: boolean;
  readonly knock?: typeof knockAt;
}

/**
 * Checks the UDP address of a challenger: the one that it connects from, or another one that it names. A prover dials the address
 * that its task names, and the network of that address is the challenger's seat. So it must be the challenger's own: one at which it
 * answers a knock.
 */
export class Endpoints {
  readonly #options: EndpointsOptions;
  /** Addresses that have not answered yet, how often each was tried, and until when those tries count. */
  readonly #silent = new Map<string, { readonly until: number; readonly tries: number }>();

  constructor(options: EndpointsOptions) {
    this.#options = options;
  }

  /** Throws `MessageError` for an endpoint that is not the agent's. `announce` tells the agent which knocks to answer. */
  async check(
    seenAddress: string,
    udp: { readonly address?: string | undefined; readonly port: number } | undefined,
    announce: (tag: string) => void,
  ): Promise<void> {
    if (!udp) return;
    const { development, random, knock = knockAt } = this.#options;
    const seen = plainAddress(seenAddress);
    const { address = seen, port } = udp;
    const kind = addressKind(address);
    if (kind === 'never' || (!development && kind !== 'public'))
      throw new MessageError(
        `hello: udp.address ${cut(address)} is not a public IP address; name one (--udp-address).`,
      );
    if (development) return;
    // An agent behind a proxy is seen at the proxy's address. So that address must answer over UDP, too.
    if (!isSameAddress(address, seen)) this.#begin(address);
    const tag = random(16).toString('hex');
    announce(tag);
    if (!(await knock({ address, port }, tag)))
      throw new MessageError(
        `hello: nobody answers at udp.address ${cut(address)} port ${port}; open it${bindHint(address)}.`,
      );
    this.#silent.delete(address);
  }

  /** A try counts as unanswered until an answer comes. So a hundred agents that name one address at once cause few knocks. */
  #begin(address: string): void {
    const at = this.#options.now();
    for (const [it, { until }] of this.#silent) if (until <= at) this.#silent.delete(it);
    const { until = at + leftInPeaceMs, tries = 0 } = this.#silent.get(address) ?? {};
    if (tries >= mostUnanswered)
      throw new MessageError(`hello: nobody answered at udp.address ${cut(address)}; try again in a minute.`);
    this.#silent.set(address, { until, tries: tries + 1 });
  }
}

/** A challenger listens on IPv4 alone unless it is told otherwise. */
const bindHint = (address: string) => (isIPv6(address) ? ', and listen there (--udp-bind ::)' : '');

const cut = (address: string): string => JSON.stringify(address.slice(0, 45));
