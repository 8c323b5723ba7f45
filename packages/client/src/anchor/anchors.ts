import { type LogFiles, openRemoteLog } from '@trigpoint/log';
import type { CheckSignature, Evidence, Profile } from '@trigpoint/proofs';
import type { Trust } from '../trust.ts';
import { Findings } from './anchored.ts';
import { type ChainFacts, checkChain } from './chain-anchor.ts';
import { checkLog } from './log-anchor.ts';
import { checkLogRoot } from './log-root.ts';

/** Where facts about the chain and the log are read. If they are not given, they are read where the trust says. */
export interface AnchorReaders {
  readonly chain?: ChainFacts;
  readonly log?: LogFiles;
  /** Checks signatures in place of the portable code, such as a faster check. */
  readonly checkSignature?: CheckSignature;
}

/** Whether neither the request nor the seed is on a chain. */
const isWithoutChain = ({ transcript: { version, seed } }: Evidence): boolean =>
  version === 5 && (seed === null || 'nonce' in seed);

const withoutChainTrust = ({ transcript: { request } }: Evidence): string =>
  request
    ? 'No chain was named: the block that decided the draw was not compared.'
    : 'No chain was named: request, payer, blocks and the recorded result were not compared.';

/** Compares evidence with everything that the verifier named. */
export const checkAnchors = async (
  profile: Profile,
  evidence: Evidence,
  trust: Trust,
  readers: AnchorReaders = {},
): Promise<Findings> => {
  const found = new Findings();
  let chain: ChainFacts | undefined;
  if (trust.chain) {
    chain = readers.chain ?? (await import('./rpc-chain.ts')).openRpcChain(trust.chain);
    found.add(await checkChain(profile, evidence, trust.chain, chain));
  } else if (!isWithoutChain(evidence)) found.missing(withoutChainTrust(evidence));
  else
    found.unchecked.push(
      'Nothing of it is on a chain: that it was not made up later rests on the log and its witnesses.',
    );
  if (trust.log) {
    const files = readers.log ?? (trust.log.url === undefined ? undefined : openRemoteLog(trust.log.url));
    found.add(await checkLog(evidence, trust.log, files));
    if (chain && files) found.add(await checkLogRoot(chain, trust.log, files));
  } else found.missing('No log was named: whether the service said the same to everybody was not compared.');
  return found;
};
