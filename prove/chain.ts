import { ServiceError } from '@trigpoint/protocol';
import { ChainRequests, type ConfirmedRequest } from '@trigpoint/server/chain';
import {
  type Fault,
  SimulatedChain,
  SimulatedEndpoint,
  type SimulatedRequest,
} from '@trigpoint/server/chain-simulation';
import { type Proof, type Random, seeded } from './proof.ts';

const honest: readonly Fault[] = ['none', 'none', 'none', 'silent', 'lagging', 'holes'];
const startTime = 1_800_000_000;

const requestOf = (random: Random): SimulatedRequest => ({
  requester: `0x${Buffer.from(random.bytes(20)).toString('hex')}`,
  attributeId: random.pick(['pol-v1', 'pob-v1']),
  info: `0x${Buffer.from(random.bytes(8)).toString('hex')}`,
  expiration: startTime + 1_000_000,
});

/** One network's life: a chain that reorganises up to its depth, endpoints that fail in turn, payers that bring their ids again and again. */
async function live(seed: number): Promise<string[]> {
  const random = seeded(seed);
  const violations: string[] = [];
  const confirmations = random.int(5);
  const quorum = random.pick([1, 1, 2]);
  /** One chain in four breaks its promise and reorganises deeper than the confirmations it was given. */
  const faithless = random.int(4) === 0;
  const deepest = confirmations + (faithless ? 2 : 0);
  const chain = new SimulatedChain(startTime);
  const elsewhere = new SimulatedChain(startTime);
  for (let i = 0; i < 40; i++) elsewhere.mine([requestOf(random)]);
  let calm = false;
  const step = () => {
    if (calm || random.int(4) !== 0) return;
    if (deepest > 0 && random.int(3) === 0) chain.reorganise(1 + random.int(deepest), random.int);
    else chain.mine(Array.from({ length: random.int(3) }, () => requestOf(random)));
  };
  const endpoints = [0, 1, 2].map((i) => new SimulatedEndpoint(`endpoint ${i}`, chain, random.int, step, elsewhere));
  const pause = async () => {};
  const requests = new ChainRequests({ endpoints, chainId: chain.chainId, confirmations, quorum, pause });
  // Without a quorum nobody could tell a forging endpoint from an honest one. With a quorum one of three may forge.
  const forger = quorum === 2 ? random.pick([undefined, ...endpoints]) : undefined;
  const accepted = new Map<bigint, ConfirmedRequest>();

  const bring = async (id: bigint): Promise<void> => {
    try {
      const found = await requests.read(id);
      const before = accepted.get(id);
      if (typeof found !== 'string') {
        if (!before) accepted.set(id, found);
        else if (!faithless && before.blockHash !== found.blockHash)
          violations.push(`seed ${seed}: ${id} was read as two different requests`);
      } else if (before && !faithless) violations.push(`seed ${seed}: ${id} was confirmed, and then ${found}`);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 503 || error.retryAfter === undefined)
        violations.push(`seed ${seed}: reading ${id} failed otherwise than with 503: ${String(error)}`);
    }
  };

  for (let round = 0; round < 12; round++) {
    for (const endpoint of endpoints) {
      endpoint.fault = endpoint === forger ? 'forger' : random.int(8) === 0 ? 'other chain' : random.pick(honest);
    }
    const ids = Array.from({ length: 1 + random.int(3) }, () =>
      BigInt(1 + random.int(chain.head.challenges.length + 2)),
    );
    await Promise.all([...ids, ...ids].map(bring));
  }

  calm = true;
  for (let i = 0; i <= confirmations; i++) chain.mine();
  for (const endpoint of endpoints) endpoint.fault = endpoint === forger ? 'forger' : 'none';
  const settled = chain.blocks[chain.head.number - confirmations]?.challenges ?? [];
  for (const [i, truth] of settled.entries()) {
    const id = BigInt(i + 1);
    if (!accepted.has(id)) await bring(id);
    const taken = accepted.get(id);
    if (!taken) {
      violations.push(`seed ${seed}: ${id} is on the chain and was not accepted`);
      continue;
    }
    const asSaid = taken.info === truth.info && taken.requester === truth.requester;
    const stands = await requests.recheck(taken.blockNumber, taken.blockHash);
    if (stands && !asSaid) violations.push(`seed ${seed}: ${id} would be paid for what the chain does not say`);
    if (!faithless && !(asSaid && stands)) violations.push(`seed ${seed}: ${id} was accepted with something else`);
    if (asSaid && taken.blockHash === chain.blocks[truth.submittedBlock]?.hash && !stands)
      violations.push(`seed ${seed}: ${id} stands on the chain and its recheck says it does not`);
  }
  for (const id of accepted.keys())
    if (!faithless && id > BigInt(settled.length))
      violations.push(`seed ${seed}: ${id} was accepted and is not on the chain`);

  // This goes deeper than any promise. What is left is the recheck before a payment.
  chain.reorganise(confirmations + 1 + random.int(chain.head.number), random.int);
  for (const [id, { blockNumber, blockHash }] of accepted) {
    const stands = chain.blocks[blockNumber]?.hash === blockHash;
    const said = await requests.recheck(blockNumber, blockHash).catch(() => undefined);
    if (said !== undefined && said !== stands) violations.push(`seed ${seed}: the recheck of ${id} said ${said}`);
  }
  return violations;
}

/** Whatever chain and endpoints do, what is accepted is what the chain says: nothing lost, nothing twice, nothing else. */
export const prove: Proof = async ({ seed, small, log }) => {
  const random = seeded(seed);
  const size = small ? 300 : 10_000;
  const violations: string[] = [];
  for (let tried = 0; tried < size; tried++) {
    violations.push(...(await live(random.int(2 ** 32))));
    if (tried % 5_000 === 4_999) log(`${tried + 1} seeds`);
  }
  return { tried: size, violations };
};
