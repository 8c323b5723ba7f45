import { developmentNetwork, newestWording } from '@trigpoint/proofs';
import type { ChainReader } from '../chain/open.ts';
import { Challenges } from '../challenge/challenges.ts';
import { DirectRequests } from '../challenge/direct-requests.ts';
import type { SignatureChecks } from '../keys/signature-checks.ts';
import { toMillionths } from '../ledger/amounts.ts';
import type { PublicLog } from '../log/public-log.ts';
import type { Agents } from '../network/agents.ts';
import type { ChallengeRooms } from './challenge-rooms.ts';
import type { Foundation } from './foundation.ts';

interface RequestOptions extends Pick<Foundation, 'config' | 'db' | 'now' | 'random'> {
  readonly chain: ChainReader;
  readonly publicLog: PublicLog;
  readonly checkSignature: SignatureChecks['check'];
}

/** Both ways in which a request becomes a challenge: from the chain, and at the service. */
export const openRequests = (
  { config, db, now, random, chain, publicLog, checkSignature }: RequestOptions,
  agents: Agents,
  { askConsent, recorded }: Pick<ChallengeRooms, 'askConsent' | 'recorded'>,
) => {
  const settingsOf = (id: string) => ({
    ...config.proofSettings[id],
    ...newestWording,
    ...(config.development ? developmentNetwork : {}),
  });
  const taking = {
    ...{ db, now, settings: settingsOf, takenIn: askConsent },
    fee: toMillionths(config.requestFee) as number,
    findProver: (id: string, address: string, isIPv6: boolean) => agents.findProver(id, address, isIPv6),
  };
  const directRequests = new DirectRequests({
    ...{ ...taking, random, service: agents.identities.service, hasBlocks: config.chain !== undefined },
    logSize: async () => (await publicLog.checkpoint()).size,
    checkSignature,
    due: (id) => recorded(id, true),
  });
  const challenges = new Challenges({
    ...taking,
    requests: chain,
    asksFor: (attributeId, { id, attributeId: own, later }) =>
      attributeId === own ||
      attributeId === later?.attributeId ||
      config.attributeIds.some((it) => it.proofType === id && it.attributeId === attributeId),
  });
  return { directRequests, challenges, settingsOf };
};
