import {
  concatHex,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  keccak256,
  parseSignature,
  stringToHex,
  zeroAddress,
  zeroHash,
} from '@trigpoint/ethereum';
import { canonical, isDirectId } from '@trigpoint/proofs';
import type { AttestationKeys } from '../keys/attestation-keys.ts';
import type { Statement } from './statements.ts';

/** Names and types of the data, as they are registered with the Ethereum Attestation Service. A change makes another schema. */
const fields = [
  ['string', 'proofType'],
  ['string', 'method'],
  ['uint256', 'challengeId'],
  ['string', 'prover'],
  ['string', 'claim'],
  ['uint32', 'radiusKm'],
  ['uint32', 'liarsTolerated'],
  ['uint32', 'withstands'],
  ['uint64', 'endedAt'],
  ['bytes32', 'transcriptHash'],
  ['string', 'logOrigin'],
  ['uint64', 'logIndex'],
  ['uint256', 'chainId'],
  ['address', 'requestHandler'],
  ['bool', 'isDevelopment'],
] as const;
export const easSchema = fields.map((it) => it.join(' ')).join(',');

/** The schema has no resolver. Attestations are not revocable, because what was measured stays measured. */
export const easSchemaUid = keccak256(encodePacked(['string', 'address', 'bool'], [easSchema, zeroAddress, false]));

const types = {
  Attest: [
    { name: 'version', type: 'uint16' },
    { name: 'schema', type: 'bytes32' },
    { name: 'recipient', type: 'address' },
    { name: 'time', type: 'uint64' },
    { name: 'expirationTime', type: 'uint64' },
    { name: 'revocable', type: 'bool' },
    { name: 'refUID', type: 'bytes32' },
    { name: 'data', type: 'bytes' },
    { name: 'salt', type: 'bytes32' },
  ],
} as const;

/** The contract of the Ethereum Attestation Service for which attestations are signed. */
export interface EasContract {
  readonly address: Hex;
  readonly version: string;
}

/** The hex digits of an id without a chain are a number of 128 bits. The contract counts its own from 1, so the two never meet. */
const numberOf = (id: string): bigint => BigInt(isDirectId(id) ? id.replace('ask-', '0x') : id);

const dataOf = (it: Statement): Hex =>
  encodeAbiParameters(
    fields.map(([type, name]) => ({ type, name })),
    [
      it.proofType,
      it.method,
      numberOf(it.challengeId),
      it.prover,
      canonical(it.claim),
      it.radiusKm,
      it.liarsTolerated,
      it.withstands,
      BigInt(Math.floor(it.endedAt / 1000)),
      it.transcriptHash,
      it.log.origin,
      BigInt(it.log.index),
      BigInt(it.chainId),
      (/^0x[0-9a-f]{40}$/i.test(it.contract) ? it.contract : zeroAddress) as Hex,
      it.isDevelopment,
    ],
  );

/** Time and salt follow from the challenge, so that asking again gives the same attestation. */
const messageOf = (statement: Statement) => ({
  version: 2,
  schema: easSchemaUid,
  recipient: statement.proverAddress,
  time: BigInt(Math.floor(statement.endedAt / 1000)),
  expirationTime: 0n,
  revocable: false,
  refUID: zeroHash,
  data: dataOf(statement),
  salt: keccak256(concatHex([stringToHex('trigpoint attestation'), statement.transcriptHash])),
});

/** An off-chain attestation (version 2) about the prover, as the EAS SDK verifies it. */
export const easAttestation = async (statement: Statement, { account }: AttestationKeys, contract: EasContract) => {
  const message = messageOf(statement);
  const domain = {
    name: 'EAS Attestation',
    version: contract.version,
    chainId: statement.chainId,
    verifyingContract: contract.address,
  } as const;
  const signature = await account.signTypedData({ domain, types, primaryType: 'Attest', message });
  const { r, s, v = 27n } = parseSignature(signature);
  const wire = { ...message, time: String(message.time), expirationTime: '0' };
  return {
    schema: easSchema,
    signer: account.address,
    sig: {
      version: 2,
      uid: uidOf(message),
      domain: { ...domain, chainId: String(domain.chainId) },
      primaryType: 'Attest',
      types,
      message: wire,
      signature: { r, s, v: Number(v) },
    },
  };
};

/** The hash takes the schema as text. It takes zero as attester, because the signature tells who that is. */
const uidOf = (it: ReturnType<typeof messageOf>): Hex =>
  keccak256(
    encodePacked(
      ['uint16', 'bytes', 'address', 'address', 'uint64', 'uint64', 'bool', 'bytes32', 'bytes', 'bytes32', 'uint32'],
      [
        ...([it.version, stringToHex(it.schema), it.recipient, zeroAddress, it.time, it.expirationTime] as const),
        ...([it.revocable, it.refUID, it.data, it.salt, 0] as const),
      ],
    ),
  );
