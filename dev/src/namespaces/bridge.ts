import { execFileSync } from 'node:child_process';

/** Why network namespaces cannot be made here. Undefined if they can. */
export function whyNoNamespaces(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces need Linux';
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  try {
    run(`ip netns add tpt${process.pid}`);
    run(`ip netns del tpt${process.pid}`);
    return undefined;
  } catch (error) {
    return `network namespaces cannot be made here: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
  }
}

/**
 * A prover and its challengers in network namespaces around a bridge. A token bucket of tc shapes the prover's access link: the downlink
 * on the bridge's port towards the prover, and the uplink on the prover's own interface. It needs root on Linux.
 */
export interface Namespaces {
  readonly prover: Place;
  readonly challengers: readonly Place[];
  /** The namespace of the bridge itself, where a service would be. */
  readonly middle: Place;
  shape(mbps: number, burstBytes?: number): void;
  close(): void;
}

export interface Place {
  readonly namespace: string;
  readonly address: string;
}

const run = (command: string): void => {
  const [file = '', ...args] = command.split(' ');
  execFileSync(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** The buffer of a typical access line. */
const QUEUE_MS = 50;
/** The size of the token bucket. tc needs this much to reach the rate with its timer, and shapers of this kind usually have it. */
const usualBurst = (mbps: number): number => Math.max(32_000, (mbps * 1e6) / 8 / 250);

export function openNamespaces(challengers: number, prefix = `tp${process.pid}`): Namespaces {
  const net = '10.77.0';
  const middle = { namespace: `${prefix}-m`, address: `${net}.200` };
  const prover = { namespace: `${prefix}-p`, address: `${net}.100` };
  const places = Array.from({ length: challengers }, (_, index) => ({
    namespace: `${prefix}-${index + 1}`,
    address: `${net}.${index + 1}`,
  }));
  const all = [middle, prover, ...places];
  const close = () => {
    for (const { namespace } of all) {
      try {
        run(`ip netns del ${namespace}`);
      } catch {
        // Not made yet, or gone already.
      }
    }
  };
  try {
    for (const { namespace } of all) {
      run(`ip netns add ${namespace}`);
      run(`ip -n ${namespace} link set lo up`);
    }
    run(`ip -n ${middle.namespace} link add br0 type bridge`);
    run(`ip -n ${middle.namespace} addr add ${middle.address}/24 dev br0`);
    run(`ip -n ${middle.namespace} link set br0 up`);
    for (const [index, place] of [prover, ...places].entries()) {
      run(`ip link add eth0 netns ${place.namespace} type veth peer name port${index} netns ${middle.namespace}`);
      run(`ip -n ${middle.namespace} link set port${index} master br0 up`);
      run(`ip -n ${place.namespace} addr add ${place.address}/24 dev eth0`);
      run(`ip -n ${place.namespace} link set eth0 up`);
    }
  } catch (error) {
    close();
    throw error;
  }
  return {
    prover,
    challengers: places,
    middle,
    shape(mbps, burstBytes = usualBurst(mbps)) {
      const how = `root tbf rate ${mbps}mbit burst ${Math.round(burstBytes)} latency ${QUEUE_MS}ms`;
      run(`ip netns exec ${middle.namespace} tc qdisc replace dev port0 ${how}`);
      run(`ip netns exec ${prover.namespace} tc qdisc replace dev eth0 ${how}`);
    },
    close,
  };
}
