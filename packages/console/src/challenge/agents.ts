import { shortAgent } from '../figures.ts';
import type { Place } from '../map/earth.ts';

export type Claims = Readonly<Record<string, string | number>>;

export const placeOf = (claims: Claims): Place | undefined => {
  const [latitude, longitude] = [Number(claims.latitude ?? Number.NaN), Number(claims.longitude ?? Number.NaN)];
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : undefined;
};

/** City, region or country as stated; otherwise the short key. */
export const nameOf = (id: string, claims: Claims): string => {
  const stated = claims.city ?? claims.region ?? claims.country;
  return stated === undefined || stated === '' ? shortAgent(id) : String(stated);
};

/** The small print beside a name: its country, and the key that tells two of one city apart. */
export const whereOf = (id: string, claims: Claims): string =>
  [claims.city === undefined ? undefined : claims.country, shortAgent(id)].filter(Boolean).join(' · ');

export const agentPath = (proofType: string, role: 'prover' | 'challenger', id: string): string =>
  `/agents/${proofType}/${role}/${id.split('/').map(encodeURIComponent).join('/')}`;
