import { chainAddress, unlessThrows } from '@trigpoint/protocol';
import { hashOf } from '../canonical.ts';
import type { Signatory } from '../committees.ts';
import type { ProofType } from '../proof-type.ts';
import { readingSays } from './readings.ts';
import type { Evidence, Transcript } from './transcript.ts';
import { finalState } from './verdict.ts';

/** Checks that every hash which the file states is the hash of what the file holds. */
export const checkHashes = (proofType: ProofType, { transcript, transcript_hash, calibration }: Evidence): string[] => {
  const problems: string[] = [];
  if (hashOf(transcript) !== transcript_hash) problems.push('The transcript does not have the hash that is stated.');
  if (transcript.proof_type !== proofType.id)
    problems.push(`The transcript is of proof type ${transcript.proof_type}.`);
  const { calibration_hash: named } = transcript;
  if (named === null ? calibration !== null : hashOf(calibration) !== named)
    problems.push('The calibration is not the one that the transcript names.');
  return problems;
};

/** Checks that the id of every signer carries the key with which its signatures are checked. */
export const checkKeys = (proofType: ProofType, { info, prover, draw }: Transcript): string[] => {
  const family = proofType.decode(info).isIPv6 ? 'IPv6' : 'IPv4';
  const isOther = (it: Signatory) => it.id !== `${family}/${it.public_key}`;
  const others = (draw?.seats ?? []).map((it) => it.challenger).filter(isOther);
  return [
    ...(prover && isOther(prover) ? ['The id of the prover does not carry its key.'] : []),
    ...others.map(({ id }) => `The id of ${id} does not carry its key.`),
  ];
};

/** The clocks of two nodes of a service may differ by less than this. A prover that declines ends a challenge within milliseconds. */
const clocksMs = 60_000;

/** NaN unless the time has the one spelling that services write. */
const timeOf = (text: string): number => {
  const at = Date.parse(text);
  return Number.isFinite(at) && new Date(at).toISOString() === text ? at : Number.NaN;
};

/** The address by which a prover is asked for. Undefined if its key is not a key. */
const askedAs = ({ key_type, public_key }: Signatory): string | undefined =>
  unlessThrows(() => chainAddress(key_type, public_key));

/**
 * Checks what must hold before any single reading is checked: the prover is the one asked for, and the state follows from the
 * readings.
 */
export const checkFrame = (proofType: ProofType, transcript: Transcript): string[] => {
  const problems: string[] = [];
  const { prover, draw, state, submitted_at, ended_at } = transcript;
  const [submittedAt, endedAt] = [timeOf(submitted_at), timeOf(ended_at)];
  if (!(submittedAt <= endedAt + clocksMs))
    problems.push('The times of the request and of the end are none, or the end comes first.');
  const ask = proofType.decode(transcript.info);
  if (prover && askedAs(prover) !== ask.prover.toLowerCase())
    problems.push('The prover is not the one that was asked for.');
  const parts = (draw?.seats ?? [])
    .filter((it) => !it.lookout)
    .map(({ state: part, message }) => ({
      state: part,
      failure: (message !== null && readingSays(message)?.failure?.failure) || '',
    }));
  const fits = transcript.void === null ? state === finalState(parts, ask.tolerance) : state.startsWith('ERROR_');
  if (!fits) problems.push(`The state ${state} does not follow from the readings.`);
  return problems;
};
