import { sign } from 'node:crypto';
import type { AttestationKeys } from '../keys/attestation-keys.ts';
import { iso } from '../times.ts';
import { anchorsOf, type Statement } from './statements.ts';

/** A service is named by its address (did:web). Its port is part of the name. */
export const didOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  const path = pathname.split('/').filter(Boolean).map(encodeURIComponent);
  return ['did:web', encodeURIComponent(host), ...path].join(':');
};

const keyIdOf = (did: string): string => `${did}#attestation`;

/** The document that did:web names: which key signs credentials. */
export const didDocument = (did: string, { tokenJwk }: AttestationKeys) => ({
  '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
  id: did,
  verificationMethod: [{ id: keyIdOf(did), type: 'JsonWebKey2020', controller: did, publicKeyJwk: tokenJwk }],
  assertionMethod: [keyIdOf(did)],
});

export const keySet = (did: string, { tokenJwk }: AttestationKeys) => ({
  keys: [{ ...tokenJwk, kid: keyIdOf(did), alg: 'EdDSA', use: 'sig' }],
});

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A verifiable credential (data model 2.0) about the prover, as a JSON Web Token. */
export const credential = (it: Statement, keys: AttestationKeys, did: string): string => {
  const ended = iso(it.endedAt);
  const isAddress = it.prover.toLowerCase().endsWith(it.proverAddress);
  const subject = isAddress ? `did:pkh:eip155:${it.chainId}:${it.proverAddress}` : `urn:trigpoint:prover:${it.prover}`;
  const id = `urn:trigpoint:${it.chainId}:${it.contract}:${it.challengeId}`;
  const payload = {
    '@context': ['https://www.w3.org/ns/credentials/v2', { '@vocab': 'urn:trigpoint:terms#' }],
    id,
    type: ['VerifiableCredential', 'TrigpointProof'],
    issuer: did,
    validFrom: ended,
    credentialSubject: {
      ...{ id: subject, prover: it.prover, proofType: it.proofType, claim: it.claim, radiusKm: it.radiusKm },
      ...{ liarsTolerated: it.liarsTolerated, withstands: it.withstands, method: it.method },
      ...{ challengeId: it.challengeId, endedAt: ended, ...anchorsOf(it) },
    },
    iss: did,
    sub: subject,
    jti: id,
    iat: Math.floor(it.endedAt / 1000),
  };
  const signed = `${part({ alg: 'EdDSA', typ: 'vc+jwt', kid: keyIdOf(did) })}.${part(payload)}`;
  return `${signed}.${sign(null, Buffer.from(signed), keys.tokenKey).toString('base64url')}`;
};
