import type { MeasurementContext, ServiceName } from '@trigpoint/protocol';
import { hashOf, hashText } from '../canonical.ts';
import type { Identity } from '../descriptions.ts';
import { askHash } from './seed.ts';
import type { Transcript, TranscriptDraw, TranscriptSeat } from './transcript.ts';

/** The context of a measurement, as the prover's counter-signature names it. */
export const contextHash = (context: MeasurementContext): string => hashOf(context);

const descriptionHash = (of: Identity): string => hashText(String(of.description?.text));

/** The context that prover and challenger must have signed in the measurement of one seat. */
export const contextOf = (
  service: ServiceName,
  info: string,
  draw: Pick<TranscriptDraw, 'seed' | 'eligible' | 'prover'>,
  seat: Pick<TranscriptSeat, 'description' | 'delegation'>,
): MeasurementContext => ({
  service: service.service,
  chain_id: service.chain_id,
  contract: service.contract,
  ask_hash: askHash(info),
  eligible_root: draw.eligible.root,
  seed: draw.seed,
  prover_description: descriptionHash(draw.prover),
  challenger_description: descriptionHash(seat),
});

const words: Readonly<Record<keyof MeasurementContext, string>> = {
  service: 'service',
  chain_id: 'chain',
  contract: 'contract',
  ask_hash: 'ask',
  eligible_root: 'eligible tree',
  seed: 'seed',
  prover_description: 'description of the prover',
  challenger_description: 'description of the challenger',
};

/** The parts in which a reading's context differs from the one that its seat demands, in words. */
export const otherContext = (
  { service, info, draw }: Transcript,
  seat: TranscriptSeat,
  said: MeasurementContext | undefined,
): string[] => {
  if (!draw) return [];
  const expected = contextOf(service, info, draw, seat);
  return (Object.keys(words) as (keyof MeasurementContext)[])
    .filter((name) => said?.[name] !== expected[name])
    .map((name) => words[name]);
};
