import { randomBytes } from 'node:crypto';
import type { Signer } from '@trigpoint/client';
import { askHash, counterSignedOf, pol } from '@trigpoint/proofs';
import {
  type AgentMessageOf,
  composeReading,
  consent,
  type HubMessageOf,
  type ServiceName,
  type WireTask,
} from '@trigpoint/protocol';
import { type Node, roundTripMs } from '../geography/paths.ts';

const probes = 24;

const nodeOf = ({ id, claims }: WireTask['prover']): Node => ({
  name: id,
  latitude: Number(claims.latitude),
  longitude: Number(claims.longitude),
});

/**
 * The reading of a measurement that nobody made. It has the round trip of the simulated geography, or another one, and both ends
 * sign it.
 */
export const simulateReading = async (
  { task, token }: Pick<HubMessageOf<'task'>, 'task' | 'token'>,
  challenger: Signer,
  prover: Signer,
  rttUs = Math.round(1000 * roundTripMs(nodeOf(task.prover), nodeOf(task.challenger))),
): Promise<AgentMessageOf<'reading'>> => {
  const at = new Date().toISOString();
  const series = {
    rtts_us: Array.from({ length: probes }, (_, i) => rttUs + 40 * ((i * 7) % 11)),
    starved: [],
    lost: 0,
    transcript: randomBytes(32).toString('hex'),
    prover_counter_signature: '',
  };
  const { challenge_id, attempt, context } = task;
  const says = {
    context,
    challenge_id,
    attempt,
    prover: task.prover.id,
    challenger: task.challenger.id,
    proof_type: task.proof_type,
    started_at: at,
    ended_at: at,
    prover_counter_signature: null,
  };
  const counter = counterSignedOf(pol, { ...says, series });
  const counterSignature = await prover.sign(counter?.text ?? '');
  const message = composeReading({ ...says, series: { ...series, prover_counter_signature: counterSignature } });
  return { type: 'reading', challenge_id, attempt, token, message, signature: await challenger.sign(message) };
};

/** A prover agrees to whatever is asked. */
export const simulateConsent = async (
  { challenge_id, ask }: HubMessageOf<'consent_wanted'>,
  prover: Signer,
  described: ServiceName & { readonly description_hash: string },
): Promise<AgentMessageOf<'consent'>> => {
  const text = consent.compose({ ...described, challenge_id, ask_hash: askHash(ask) });
  return { type: 'consent', challenge_id, text, signature: await prover.sign(text) };
};
