import type { Agent } from '../network.ts';
import type { ProofTypeId } from '../service.ts';

/** What is typed, as typed; numbers are read when it is sent. */
export interface Draft {
  readonly prover: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly direction: 'down' | 'up';
  readonly bandwidthMbps: string;
  readonly challengers: string;
  readonly tolerance: string;
}

export type Problems = Readonly<Partial<Record<keyof Draft, string>>>;

const text = (value: string | number | undefined): string => (value === undefined ? '' : String(value));

/** Twelve see a place from all sides; five rounds give a median. Fewer where fewer are there. */
const usual: Record<ProofTypeId, number> = { pol: 12, pob: 5 };

export const defaultsFor = (proofType: ProofTypeId, prover: Agent | undefined, connected: number): Draft => {
  const challengers = Math.max(proofType === 'pob' ? 3 : 4, Math.min(usual[proofType], connected));
  const claims = prover?.claims ?? {};
  return {
    prover: prover?.id ?? '',
    latitude: text(claims.latitude),
    longitude: text(claims.longitude),
    direction: 'down',
    bandwidthMbps: text(claims.downlink_bandwidth ?? claims.bandwidth),
    challengers: String(challengers),
    tolerance: String(Math.floor(challengers / 3)),
  };
};

const within = (value: string, low: number, high: number): boolean =>
  value.trim() !== '' && Number.isFinite(Number(value)) && Number(value) >= low && Number(value) <= high;
const whole = (value: string, low: number, high: number): boolean =>
  /^\d+$/.test(value.trim()) && Number(value) >= low && Number(value) <= high;

const mostChallengers = 200;

/** What cannot be sent, field by field. */
export const problemsOf = (proofType: ProofTypeId, draft: Draft): Problems => {
  const problems: Partial<Record<keyof Draft, string>> = {};
  if (draft.prover === '') problems.prover = 'Choose a prover.';
  if (proofType === 'pol') {
    if (!within(draft.latitude, -90, 90)) problems.latitude = 'A number from −90 to 90.';
    if (!within(draft.longitude, -180, 180)) problems.longitude = 'A number from −180 to 180.';
  } else if (!whole(draft.bandwidthMbps, 1, 1_000_000)) problems.bandwidthMbps = 'A whole number of Mbit/s.';
  if (!whole(draft.challengers, 1, mostChallengers))
    problems.challengers = `A whole number from 1 to ${mostChallengers}.`;
  else if (!whole(draft.tolerance, 0, Number(draft.challengers) - 1))
    problems.tolerance = 'Fewer than there are challengers.';
  return problems;
};
