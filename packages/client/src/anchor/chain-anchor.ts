import type { Evidence, Profile } from '@trigpoint/proofs';
import { isChainId, outcomeNumbers, resultFieldsOf, resultHashOf } from '@trigpoint/proofs/checking';
import { attributeIdOf } from '@trigpoint/proofs/registry';
import type { ChainTrust } from '../trust.ts';
import { Findings } from './anchored.ts';

/** A request as the contract has it. */
export interface RecordedChallenge {
  readonly requester: string;
  readonly attributeId: string;
  readonly info: string;
  readonly submittedBlock: number;
  /** Unix seconds; the last in which a result may be recorded. */
  readonly expiration: number;
  readonly status: 'none' | 'submitted' | 'completed' | 'timed_out';
  /** As the contract numbers them; 0 while there is none. */
  readonly outcome: number;
  readonly resultHash: string;
}

/** The size and root of a service's log, as its coordinator last recorded them on the chain. */
export interface RecordedLogRoot {
  /** 0 if nothing was recorded yet. */
  readonly size: number;
  /** Hex. */
  readonly root: string;
}

/** The few questions that a verifier asks a chain. */
export interface ChainFacts {
  /** Undefined for a contract that keeps no roots. */
  logRoot?(): Promise<RecordedLogRoot | undefined>;
  chainId(): Promise<number>;
  challenge(id: bigint): Promise<RecordedChallenge>;
  /** Undefined where the chain has no such block. */
  block(
    number: number,
  ): Promise<{ readonly hash: string /** Unix seconds. */; readonly timestamp: number } | undefined>;
}

/** How far the service's clock and the chain's may be apart. */
const clockMs = 10 * 60_000;

/** A block that a transcript names. */
interface NamedBlock {
  readonly what: string;
  readonly number: number;
  readonly hash: string;
}

/** Compares the request, its blocks and the recorded result with a chain and a contract that the verifier named. */
export const checkChain = async (
  profile: Profile,
  evidence: Evidence,
  { chainId, contract }: Pick<ChainTrust, 'chainId' | 'contract'>,
  chain: ChainFacts,
): Promise<Findings> => {
  const { challenge_id: id, request } = evidence.transcript;
  const found = new Findings();
  try {
    const actual = await chain.chainId();
    if (request && actual === chainId) {
      checkNames(evidence, { chainId, contract }, found);
      found.unchecked.push('The request was made without a chain, so the chain has neither it nor its result.');
      for (const it of blocksOf(evidence)) await checkBlock(it, chain, found);
      return found;
    }
    const asked = actual === chainId && isChainId(id) ? await chain.challenge(BigInt(id)) : undefined;
    if (actual !== chainId) found.problems.push(`The endpoint is of chain ${actual}, not of chain ${chainId}.`);
    else if (!asked || asked.status === 'none') found.problems.push(`The contract ${contract} has no challenge ${id}.`);
    else {
      checkNames(evidence, { chainId, contract }, found);
      checkRequest(profile, evidence, asked, found);
      for (const it of blocksOf(evidence)) await checkBlock(it, chain, found);
      await checkTimes(evidence, asked, chain, found);
      checkResult(profile, evidence, asked, found);
    }
  } catch (error) {
    found.missing(`The chain could not be asked: ${reasonOf(error)}`);
  }
  return found;
};

const checkNames = (
  { transcript: { service } }: Evidence,
  { chainId, contract }: Pick<ChainTrust, 'chainId' | 'contract'>,
  found: Findings,
): void =>
  found.compare(
    service.chain_id === chainId && service.contract.toLowerCase() === contract.toLowerCase(),
    'Everybody signed for this chain and this contract.',
    'The signatures are for another chain or another contract.',
  );

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'shortMessage' in error ? String(error.shortMessage) : error.message;
};

const checkRequest = (profile: Profile, { transcript }: Evidence, asked: RecordedChallenge, found: Findings): void => {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  found.compare(
    same(asked.requester, transcript.payer),
    `The chain names ${transcript.payer} as the payer.`,
    `The chain names ${asked.requester} as the payer, the file ${transcript.payer}.`,
  );
  found.compare(
    same(asked.info, transcript.info),
    'The chain has the request as the file has it.',
    'The chain has another request under this id.',
  );
  found.compare(
    asked.submittedBlock === transcript.block_number,
    `The request is in block ${transcript.block_number}.`,
    `The request is in block ${asked.submittedBlock}, not ${transcript.block_number}.`,
  );
  if (asked.attributeId !== attributeIdOf(profile, profile.decode(transcript.info as `0x${string}`)))
    found.unchecked.push(
      `That "${asked.attributeId}" on the chain means ${transcript.proof_type} is the operator's word.`,
    );
};

const blocksOf = ({ transcript }: Evidence): NamedBlock[] => {
  const { seed, block_number, block_hash } = transcript;
  return [
    ...(block_number === null || block_hash === null
      ? []
      : [{ what: 'the request', number: block_number, hash: block_hash }]),
    ...(seed && 'block_hash' in seed ? [{ what: 'the seed', number: seed.block_number, hash: seed.block_hash }] : []),
  ];
};

const checkBlock = async ({ what, number, hash }: NamedBlock, chain: ChainFacts, found: Findings): Promise<void> => {
  const block = await chain.block(number);
  if (!block) found.missing(`The endpoint does not have block ${number} of ${what}.`);
  else
    found.compare(
      block.hash.toLowerCase() === hash,
      `Block ${number} of ${what} has the hash that the file names.`,
      `Block ${number} of ${what} has another hash on the chain.`,
    );
};

/** A challenge is not accepted before it was asked for. A challenge whose result was recorded in time did not end after that time. */
const checkTimes = async (
  { transcript }: Evidence,
  { expiration, status }: RecordedChallenge,
  chain: ChainFacts,
  found: Findings,
): Promise<void> => {
  const block = transcript.block_number === null ? undefined : await chain.block(transcript.block_number);
  if (block && Date.parse(transcript.submitted_at) + clockMs < block.timestamp * 1000)
    found.problems.push('The file says that the service accepted the request before its block was made.');
  if (status === 'completed' && Date.parse(transcript.ended_at) - clockMs > expiration * 1000)
    found.problems.push('The file says that the challenge ended after the time in which a result can be recorded.');
};

const checkResult = (
  profile: Pick<Profile, 'decode'>,
  { transcript, transcript_hash }: Evidence,
  asked: RecordedChallenge,
  found: Findings,
): void => {
  if (asked.status !== 'completed') {
    const why = asked.status === 'timed_out' ? 'it timed out there' : 'none is recorded yet';
    found.missing(`The chain has no result of this challenge: ${why}.`);
    return;
  }
  const { info, verdict, ended_at } = transcript;
  const fields = resultFieldsOf(profile, {
    info,
    verdict,
    endedAt: Date.parse(ended_at),
    transcriptHash: transcript_hash,
  });
  found.compare(
    asked.outcome === outcomeNumbers[verdict.verified],
    'The chain has the same outcome.',
    'The chain has another outcome.',
  );
  found.compare(
    asked.resultHash.toLowerCase() === resultHashOf(fields),
    'The chain has the hash of this result and this transcript.',
    'The chain has the hash of another result or another transcript.',
  );
};
