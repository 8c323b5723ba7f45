import {
  AbiCoder,
  hexlify,
  keccak256,
  recoverAddress,
  solidityPackedKeccak256,
  TypedDataEncoder,
  toUtf8Bytes,
  verifyMessage,
  ZeroAddress,
} from 'ethers';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { attestationKeysFrom } from '../keys/attestation-keys.ts';
import { attest } from './attestations.ts';
import { didDocument, didOf, keySet } from './credentials.ts';
import { easSchema, easSchemaUid } from './eas-attestations.ts';
import type { Statement } from './statements.ts';

const keys = attestationKeysFrom(new Uint8Array(32).fill(7));
const did = didOf('https://proofs.example.com');
const attester = {
  keys,
  did,
  eas: { address: '0x4200000000000000000000000000000000000021', version: '1.2.0' },
} as const;
const statement: Statement = {
  proofType: 'pol',
  method: 'pol-v1/3',
  challengeId: '7',
  prover: `IPv4/0x${'ab'.repeat(20)}`,
  proverAddress: `0x${'ab'.repeat(20)}`,
  claim: { latitude: '50.11', longitude: '8.68' },
  radiusKm: 750,
  liarsTolerated: 2,
  withstands: 4,
  startedAt: 1_794_000_000_123,
  endedAt: 1_794_000_009_456,
  transcriptHash: `0x${'cd'.repeat(32)}`,
  log: { origin: 'proofs.example.com/log', index: 1234 },
  chainId: 8453,
  contract: `0x${'44'.repeat(20)}`,
  isDevelopment: false,
};

// biome-ignore lint/suspicious/noExplicitAny: what others read is untyped
type Any = any;

/** As the EAS SDK verifies it: the uid by its fields, then the signature. */
const easSigner = ({ sig }: Any): string | undefined => {
  const { version, schema, recipient, time, expirationTime, revocable, refUID, data, salt } = sig.message;
  const uid = solidityPackedKeccak256(
    ['uint16', 'bytes', 'address', 'address', 'uint64', 'uint64', 'bool', 'bytes32', 'bytes', 'bytes32', 'uint32'],
    [
      ...[version, hexlify(toUtf8Bytes(schema)), recipient, ZeroAddress, time, expirationTime],
      ...[revocable, refUID, data, salt, 0],
    ],
  );
  if (uid !== sig.uid) return undefined;
  const hash = TypedDataEncoder.hash(sig.domain, { Attest: sig.types.Attest }, sig.message);
  return recoverAddress(hash, sig.signature);
};

/** Every text and number inside, changed a little, one at a time. */
const alterations = (value: Any, path: readonly string[] = []): { path: string; altered: Any }[] => {
  if (typeof value === 'number') return [{ path: path.join('.'), altered: value + 1 }];
  if (typeof value === 'boolean') return [{ path: path.join('.'), altered: !value }];
  if (typeof value === 'string') {
    const last = /[0-9a-f]$/i.test(value) ? value.slice(0, -1) + (value.endsWith('1') ? '2' : '1') : `${value}x`;
    return [{ path: path.join('.'), altered: last }];
  }
  return Object.keys(value).flatMap((key) =>
    alterations(value[key], [...path, key]).map(({ path: where, altered }) => ({
      path: where,
      altered: Array.isArray(value) ? Object.assign([...value], { [key]: altered }) : { ...value, [key]: altered },
    })),
  );
};

describe('an attestation of the Ethereum Attestation Service', () => {
  test('is signed by the service and says everything', async () => {
    const it = (await attest('eas', statement, attester)) as Any;
    expect(easSigner(it)).toBe(keys.account.address);
    expect(it.sig.message.schema).toBe(easSchemaUid);
    expect(easSchemaUid).toBe(solidityPackedKeccak256(['string', 'address', 'bool'], [easSchema, ZeroAddress, false]));
    const types = it.schema.split(',').map((field: string) => field.split(' ')[0]);
    expect(AbiCoder.defaultAbiCoder().decode(types, it.sig.message.data).toArray()).toEqual([
      ...['pol', 'pol-v1/3', 7n, statement.prover, '{"latitude":"50.11","longitude":"8.68"}', 750n, 2n, 4n],
      ...[1_794_000_009n, statement.transcriptHash, 'proofs.example.com/log', 1234n, 8453n, statement.contract, false],
    ]);
    expect(await attest('eas', statement, attester)).toEqual(it);
    expect(keccak256(it.sig.message.salt)).not.toBe(keccak256(it.sig.message.refUID));
  });

  test('names a challenge without a chain by the number that its id has in hex', async () => {
    const hex = `00${'5f'.repeat(15)}`;
    const direct = { ...statement, challengeId: `ask-${hex}`, chainId: 0, contract: 'none' };
    const it = (await attest('eas', direct, attester)) as Any;
    expect(easSigner(it)).toBe(keys.account.address);
    const types = it.schema.split(',').map((field: string) => field.split(' ')[0]);
    const number = AbiCoder.defaultAbiCoder().decode(types, it.sig.message.data)[2] as bigint;
    expect(number.toString(16).padStart(32, '0')).toBe(hex);
  });

  test('does not hold when a field of it was altered', async () => {
    const it = (await attest('eas', statement, attester)) as Any;
    for (const part of ['message', 'domain'])
      for (const { path, altered } of alterations(it.sig[part])) {
        let signer: string | undefined;
        try {
          signer = easSigner({ ...it, sig: { ...it.sig, [part]: altered } });
        } catch {}
        expect([path, signer]).not.toEqual([path, keys.account.address]);
      }
  });
});

describe('a location stamp', () => {
  test('has the fields of the Location Protocol, is signed by the service, and is nothing when altered', async () => {
    const { signatures, ...stamp } = (await attest('stamp', statement, attester)) as Any;
    expect(Object.keys(stamp)).toEqual([
      ...['lpVersion', 'locationType', 'location', 'srs', 'temporalFootprint', 'plugin', 'pluginVersion', 'signals'],
    ]);
    expect(stamp).toMatchObject({
      location: { type: 'Point', coordinates: [8.68, 50.11] },
      temporalFootprint: { start: 1_794_000_000, end: 1_794_000_009 },
      signals: { radiusKm: 750, liarsTolerated: 2, withstands: 4, method: 'pol-v1/3', logIndex: 1234 },
    });
    const [{ signer, algorithm, value }] = signatures;
    expect([signer, algorithm]).toEqual([{ scheme: 'eth-address', value: keys.account.address }, 'secp256k1']);
    expect(verifyMessage(JSON.stringify(stamp), value)).toBe(keys.account.address);
    const altered = alterations(stamp);
    expect(altered.length).toBeGreaterThan(20);
    for (const it of altered) expect(verifyMessage(JSON.stringify(it.altered), value)).not.toBe(keys.account.address);
  });

  test('is not made of a proof that is about no place', async () => {
    expect(await attest('stamp', { ...statement, claim: { bandwidth: '20' } }, attester)).toBe(undefined);
  });
});

describe('a verifiable credential', () => {
  const local = createLocalJWKSet(keySet(did, keys) as JSONWebKeySet);

  test('is a JWT that jose verifies with the published keys', async () => {
    const token = (await attest('vc', statement, attester)) as string;
    const { payload, protectedHeader } = await jwtVerify(token, local, {
      issuer: 'did:web:proofs.example.com',
      typ: 'vc+jwt',
    });
    expect(protectedHeader.kid).toBe('did:web:proofs.example.com#attestation');
    expect(payload).toMatchObject({
      type: ['VerifiableCredential', 'TrigpointProof'],
      issuer: did,
      validFrom: '2026-11-06T21:20:09.456Z',
      credentialSubject: {
        id: `did:pkh:eip155:8453:${statement.proverAddress}`,
        claim: statement.claim,
        radiusKm: 750,
        liarsTolerated: 2,
        withstands: 4,
        method: 'pol-v1/3',
        logIndex: 1234,
        transcriptHash: statement.transcriptHash,
      },
    });
    const document = didDocument(did, keys);
    expect(document.verificationMethod[0]?.publicKeyJwk).toEqual(keys.tokenJwk);
  });

  test('does not hold when a field was altered, and under no other key', async () => {
    const token = (await attest('vc', statement, attester)) as string;
    const [head, body, signature] = token.split('.') as [string, string, string];
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString());
    for (const { path, altered } of alterations(payload)) {
      const forged = `${head}.${Buffer.from(JSON.stringify(altered)).toString('base64url')}.${signature}`;
      await expect(jwtVerify(forged, local), path).rejects.toThrow();
    }
    const others = attestationKeysFrom(new Uint8Array(32).fill(8));
    await expect(jwtVerify(token, createLocalJWKSet(keySet(did, others) as JSONWebKeySet))).rejects.toThrow();
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    await expect(jwtVerify(unsigned, local)).rejects.toThrow();
  });

  test('names a service by its address', () => {
    expect(didOf('https://a.example.com:8443/proofs/')).toBe('did:web:a.example.com%3A8443:proofs');
  });
});
