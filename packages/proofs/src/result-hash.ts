import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Profile, Verdict } from './proof-type.ts';

/** The fields of a result whose hash is recorded on chain. A contract can check them against that hash. */
export interface ResultFields {
  /** The address that was asked about. */
  readonly prover: `0x${string}`;
  /** As the contract numbers them: 1 verified, 2 refuted, 3 inconclusive. */
  readonly outcome: number;
  /** How far from its claim a verified prover can be, rounded up; `noRadius` where nothing bounds it. */
  readonly radiusKm: number;
  /** How many colluding challengers the draw withstands (`withstands` in draw/withstands.ts). */
  readonly withstands: number;
  /** Unix seconds. */
  readonly endedAt: number;
  readonly transcriptHash: `0x${string}`;
}

/** The largest uint32. It exceeds every radius that a contract would accept. */
export const noRadius = 2 ** 32 - 1;

/** The numbers are part of the contract's interface. */
export const outcomeNumbers: Readonly<Record<Verdict['verified'], number>> = { true: 1, false: 2, inconclusive: 3 };

export const resultFieldsOf = (
  profile: Pick<Profile, 'decode'>,
  it: {
    readonly info: `0x${string}`;
    readonly verdict: Pick<Verdict, 'verified' | 'result'>;
    /** Milliseconds. */
    readonly endedAt: number;
    readonly transcriptHash: string;
  },
): ResultFields => {
  const { verified, result } = it.verdict;
  const km = Math.ceil(Number(result.uncertainty_km ?? Number.NaN));
  const withstands = Number(result.withstands ?? 0);
  return {
    prover: profile.decode(it.info).prover.toLowerCase() as `0x${string}`,
    outcome: outcomeNumbers[verified],
    radiusKm: verified === 'true' && km >= 0 && km < noRadius ? km : noRadius,
    withstands: Number.isSafeInteger(withstands) && withstands > 0 ? withstands : 0,
    endedAt: Math.floor(it.endedAt / 1000),
    transcriptHash: `0x${it.transcriptHash.replace(/^0x/, '')}`,
  };
};

const word = (value: number | `0x${string}`): string =>
  (typeof value === 'number' ? value.toString(16) : value.slice(2)).padStart(64, '0');

/** keccak256(abi.encode(prover, outcome, radiusKm, withstands, endedAt, transcriptHash)): what the contract keeps. */
export const resultHashOf = (it: ResultFields): `0x${string}` => {
  const words = [it.prover, it.outcome, it.radiusKm, it.withstands, it.endedAt, it.transcriptHash].map(word).join('');
  return `0x${bytesToHex(keccak_256(hexToBytes(words)))}`;
};
