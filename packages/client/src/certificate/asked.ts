import { type Certificate, readCertificate, windowsIn } from '@trigpoint/log/watches';
import type { Ask } from '@trigpoint/proofs';
import { findProfile } from '@trigpoint/proofs/registry';
import { proverIdOf, unlessThrows } from '@trigpoint/protocol';

/** What a window asked: whether the prover is in a zone, or at a place. */
export interface AskedFor {
  readonly latitude?: number;
  readonly longitude?: number;
  readonly zone?: string;
  readonly challengers: number;
}

const readAsk = (proofType: string, info: string): Ask | undefined =>
  unlessThrows(() => findProfile(proofType)?.decode(info as `0x${string}`));

/**
 * All that was asked in the period of a certificate, in its order. A payer may change the zone of a watch, and what is counted as
 * inside then was inside of one zone or of another.
 */
export const askedIn = (
  { summary, asks, from, to }: Certificate,
  { held }: Pick<ReturnType<typeof readCertificate>['chain'], 'held'>,
): AskedFor[] => {
  const period = { from: Date.parse(from), to: Date.parse(to) };
  const hashes = held.filter((it) => windowsIn(it, period).length > 0).map((it) => it.edition.ask);
  return [...new Set(hashes)].map((it) => readAsk(summary.proof_type, asks[it] ?? '0x') ?? { challengers: 0 });
};

/** The same for a certificate that was checked. */
export const askedOf = (certificate: Certificate): AskedFor[] =>
  askedIn(certificate, readCertificate(certificate).chain);

/** The log has only the hash of an ask. The ask itself names the prover. */
export const asksAboutProver = ({
  asks,
  summary: { proof_type, prover },
}: Pick<Certificate, 'asks' | 'summary'>): boolean =>
  findProfile(proof_type) !== undefined &&
  Object.values(asks).every((info) => {
    const ask = readAsk(proof_type, info);
    return ask !== undefined && proverIdOf(ask) === prover;
  });
