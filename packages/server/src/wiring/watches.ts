import type { Finding } from '@trigpoint/log';
import { consentOf } from '@trigpoint/log/watches';
import type { ProofType } from '@trigpoint/proofs';
import { chainAddress, type KeyType } from '@trigpoint/protocol';
import type { ChainReader } from '../chain/open.ts';
import type { Challenges } from '../challenge/challenges.ts';
import type { DirectRequests } from '../challenge/direct-requests.ts';
import type { PublicLog } from '../log/public-log.ts';
import type { Witnesses } from '../log/witnesses.ts';
import type { Agents } from '../network/agents.ts';
import { openCertificateThread } from '../watch/certificate-thread.ts';
import { Certificates } from '../watch/certificates.ts';
import { SlotQueue } from '../watch/slot-queue.ts';
import { SlotValues } from '../watch/slot-values.ts';
import { type SlotChallenges, Slots } from '../watch/slots.ts';
import { Watches, type WatchesOptions } from '../watch/watches.ts';
import type { Webhooks } from '../webhook/webhooks.ts';
import type { Foundation } from './foundation.ts';

interface WatchRoomOptions extends Foundation {
  readonly publicLog: PublicLog;
  readonly witnesses: Pick<Witnesses, 'cosigned'>;
  readonly chain: ChainReader;
  readonly challenges: Challenges;
  readonly directRequests: DirectRequests;
  readonly proofType: (id: string) => ProofType;
  readonly compare: (beforeId: string, nowId: string) => Promise<Finding | null>;
  readonly nodeId: string;
  readonly agents: Agents;
  readonly webhooks: Webhooks;
}

export interface WatchRoom {
  readonly watches: Watches;
  readonly certificates: Certificates;
  readonly slotQueue: SlotQueue;
}

/** Opens the room of watches. The challenges of a watch are direct requests: they do not use the chain. */
export const openWatches = (options: WatchRoomOptions): WatchRoom => {
  const { config, db, now, random, log, closers, publicLog, witnesses, chain, nodeId, webhooks } = options;
  const cosigned = () => witnesses.cosigned();
  const values = new SlotValues(publicLog);
  const slots = new Slots({
    ...{ db, now, log: publicLog, values, cosigned, consentMs: consentOf },
    challenges: askDirectly(options),
    blocks: config.chain ? chain : undefined,
    tell: (tx, told) => webhooks.tell(tx, told),
  });
  const slotQueue = new SlotQueue({ db, now, log, nodeId, slots });
  closers.push(() => slotQueue.stop());
  const thread = openCertificateThread();
  closers.push(() => thread.close());
  return {
    watches: new Watches({
      ...{ db, now, random, log: publicLog, values, limits: config.watches },
      relationTo: relationTo(options),
    }),
    certificates: new Certificates({ db, now, log: publicLog, cosigned, compose: (it) => thread.ask(it) }),
    slotQueue,
  };
};

/**
 * Says whether the payer owns the prover. The prover must have connected, because it shows its key then. Undefined for an
 * address that no prover ever connected with.
 */
const relationTo =
  ({ agents }: Pick<WatchRoomOptions, 'agents'>): WatchesOptions['relationTo'] =>
  async (payer, proofType, prover) => {
    const [keyType, publicKey = ''] = payer.split(':');
    const [family, address = ''] = prover.split('/');
    const found = await agents.findProver(proofType, address, family === 'IPv6');
    if (!found) return undefined;
    const isItself = chainAddress(keyType as KeyType, publicKey) === address;
    return isItself || found.owner === publicKey ? 'owner' : 'stranger';
  };

const askDirectly = ({
  challenges,
  directRequests,
  proofType,
  compare,
}: Pick<WatchRoomOptions, 'challenges' | 'directRequests' | 'proofType' | 'compare'>): SlotChallenges => ({
  prepare: async ({ proofType: type, payer, info, expiresInMs }) => {
    const [keyType = '', publicKey = ''] = payer.split(':');
    return directRequests.prepare(proofType(type), { keyType: keyType as KeyType, publicKey }, { info, expiresInMs });
  },
  compare,
  ended: async (id) => {
    const challenge = await challenges.findAny(id);
    if (!challenge?.verdict || challenge.endedAt === null) return undefined;
    const { verified, reason, result } = challenge.verdict;
    return {
      ...{ verified, reason, result, declined: challenge.declined },
      measured: proofType(challenge.proofType).measured(result),
      hasConsented: challenge.consentedAt !== null,
    };
  },
});
