import { type Certificate, readCertificate, windowsIn } from '@trigpoint/log/watches';
import { findProfile } from '@trigpoint/proofs/registry';

/** What a window asked: whether the prover is in a zone, or at a place. */
export interface AskedFor {
  readonly latitude?: number;
  readonly longitude?: number;
  readonly zone?: string;
  readonly challengers: number;
}

const readAsk = (proofType: string, info: string): AskedFor => {
  try {
    return (findProfile(proofType)?.decode(info as `0x${string}`) ?? { challengers: 0 }) as AskedFor;
  } catch {
    return { challengers: 0 };
  }
};

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
  return [...new Set(hashes)].map((it) => readAsk(summary.proof_type, asks[it] ?? '0x'));
};

/** The same for a certificate that was checked. */
export const askedOf = (certificate: Certificate): AskedFor[] =>
  askedIn(certificate, readCertificate(certificate).chain);

/** The log has only the hash of an ask. The ask itself names the prover. */
export const asksAboutProver = ({
  asks,
  summary: { proof_type, prover },
}: Pick<Certificate, 'asks' | 'summary'>): boolean => {
  const profile = findProfile(proof_type);
  return (
    profile !== undefined &&
    Object.values(asks).every((info) => {
      try {
        const asked = profile.decode(info as `0x${string}`);
        return `${asked.isIPv6 ? 'IPv6' : 'IPv4'}/${asked.prover.toLowerCase()}` === prover;
      } catch {
        return false;
      }
    })
  );
};
