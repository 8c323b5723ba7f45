import { isIPv6 } from 'node:net';
import { openListener } from '@trigpoint/proofs/node';
import { type AgentHandle, type AgentOptions, runAgent, UsageError } from './agent.ts';

export interface ChallengerOptions extends AgentOptions {
  readonly udp?: {
    /** The address at which provers reach this challenger. It is the one that the service sees unless given. */
    readonly address?: string;
    /** The port to listen on. It is a free one unless given. */
    readonly port?: number;
    /** The port that provers dial, if a router maps it to another one. */
    readonly publicPort?: number;
    /** The local address to listen on. It is every address unless given. */
    readonly bind?: string;
  };
}

/** Runs a challenger: it hears provers on one UDP port, measures them and reports what it saw. */
export async function runChallenger(options: ChallengerOptions): Promise<AgentHandle> {
  const { address, port = 0, publicPort, bind } = options.udp ?? {};
  const listen = bind ?? (address && isIPv6(address) ? '::' : '0.0.0.0');
  const listener = await openListener({ address: listen, port }).catch((error: Error) => {
    throw new UsageError(`UDP port ${port} of ${listen} cannot be opened: ${error.message}`);
  });
  try {
    const announce = { ...(address === undefined ? {} : { address }), port: publicPort ?? listener.port };
    return await runAgent('challenger', options, listener, announce);
  } catch (error) {
    await listener.close();
    throw error;
  }
}
