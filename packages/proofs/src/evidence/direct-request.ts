import { type DirectRequest, directRequest, keyTypeOf, partyOf, unlessThrows } from '@trigpoint/protocol';
import { canonical, hashText } from '../canonical.ts';
import type { CheckSignature } from '../committees.ts';
import { readAcceptance } from './acceptance-check.ts';
import { askHash } from './seed.ts';
import type { Transcript } from './transcript.ts';

/**
 * The id of a request that was made without a chain. Ids on a chain are decimal numbers, so no id can be both. The id is made from
 * the hash of the request. The prover's consent and the acceptance name the id, so they are about this text and no other.
 */
export const directIdOf = (text: string): string => `ask-${hashText(text).slice(0, 32)}`;

export const isDirectId = (id: string): boolean => /^ask-[0-9a-f]{32}$/.test(id);

/** An id on a chain, in the one spelling that counts: consents, seeds and the log name it as text, and the contract as a number. */
export const isChainId = (id: string): boolean => /^(0|[1-9]\d{0,77})$/.test(id);

/** The hash that commits a payer to its nonce. It is taken over the text of the nonce: 64 hex digits in lower case. */
export const nonceHashOf = (nonce: string): string => hashText(nonce);

/** Reads a direct request. Undefined for a text that is none. */
export const readDirectRequest = (text: string): DirectRequest | undefined =>
  unlessThrows(() => directRequest.parse(text));

/** Checks that the direct request is about this challenge of this service. Returns what does not hold, as sentences. */
export const checkDirectRequest = ({
  request,
  challenge_id,
  service,
  payer,
  proof_type,
  info,
  acceptance,
  block_number,
  block_hash,
}: Transcript): string[] => {
  const says = request && readDirectRequest(request.text);
  if (!request || !says) return ['The request cannot be read.'];
  const isAbout = (name: string, holds: boolean) => (holds ? [] : [`The request is about another ${name}.`]);
  const { service: key, chain_id, contract } = says;
  const accepted = acceptance && readAcceptance(acceptance.entry);
  return [
    ...isAbout('challenge', challenge_id === directIdOf(request.text)),
    ...isAbout('service', canonical({ service: key, chain_id, contract }) === canonical(service)),
    ...isAbout('payer', says.payer === partyOf({ keyType: keyTypeOf(payer), publicKey: payer })),
    ...isAbout('proof type', says.proof_type === proof_type),
    ...isAbout('ask', says.ask_hash === askHash(info)),
    ...isAbout('nonce', !accepted || says.nonce_hash === null || says.nonce_hash === accepted.seed_nonce),
    ...(acceptance && says.log_size > acceptance.index
      ? ['The request names a log that is longer than the one it was accepted in.']
      : []),
    ...(block_number === null && block_hash === null
      ? []
      : ['The request was made without a chain, and names a block.']),
  ];
};

/** A request without a signature is the operator's word; one with a wrong signature is a forgery. */
export const checkRequestSignature = async (
  { request, payer }: Transcript,
  checkSignature: CheckSignature,
): Promise<string[]> => {
  if (!request || request.signature === null) return [];
  const signatory = { id: `IPv4/${payer}`, key_type: keyTypeOf(payer), public_key: payer };
  return (await checkSignature(signatory, request.text, request.signature))
    ? []
    : ['The request is not signed by its payer.'];
};

/** Who had to work together to choose the seed of a draw. `block` stands for whoever made the block. */
export type SeedChoosers = 'service' | 'service and payer' | 'service and block';

/**
 * Who could have chosen the seed, if they worked together. A nonce binds the service only if its payer signed the hash: an
 * unsigned hash can be the service's own.
 */
export const seedChoosers = ({ request, seed }: Pick<Transcript, 'request' | 'seed'>): SeedChoosers | undefined => {
  if (!seed) return undefined;
  if (!('nonce' in seed)) return 'service and block';
  const says = request && readDirectRequest(request.text);
  return request?.signature != null && says?.nonce_hash != null ? 'service and payer' : 'service';
};
