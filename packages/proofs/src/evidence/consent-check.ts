import { consent as consentStatement, unlessThrows } from '@trigpoint/protocol';
import { canonical, hashText } from '../canonical.ts';
import type { CheckSignature } from '../committees.ts';
import { askHash } from './seed.ts';
import type { Transcript } from './transcript.ts';

/** Checks that the prover's consent is there if the challenge was accepted, and that it is about this challenge of this service. */
export const checkConsent = ({
  consent,
  service,
  challenge_id,
  info,
  prover,
  acceptance,
  draw,
}: Transcript): string[] => {
  if (consent === null)
    return acceptance === null ? [] : ['The challenge was accepted without the consent of the prover.'];
  if (!prover) return ['Nobody is there who could have consented.'];
  const says = unlessThrows(() => consentStatement.parse(consent.text));
  if (!says) return ['The consent of the prover cannot be read.'];
  const isAbout = (name: string, holds: boolean) =>
    holds ? [] : [`The consent of the prover is about another ${name}.`];
  const { service: key, chain_id, contract } = says;
  return [
    ...isAbout('service', canonical({ service: key, chain_id, contract }) === canonical(service)),
    ...isAbout('challenge', says.challenge_id === challenge_id),
    ...isAbout('ask', says.ask_hash === askHash(info)),
    ...isAbout('description', !draw || says.description_hash === hashText(String(draw.prover?.description?.text))),
  ];
};

export const checkConsentSignature = async (
  { consent, prover }: Transcript,
  checkSignature: CheckSignature,
): Promise<string[]> =>
  consent === null || (prover && (await checkSignature(prover, consent.text, consent.signature)))
    ? []
    : ['The consent is not signed by the prover.'];
