import { call, type ProofTypeId, useLoad } from '../service.ts';
import type { Body, Operation } from './operations.ts';

/** A prover, a challenger and a challenge of the running network, which take the place of those in examples. */
export interface Present {
  readonly prover?: string | undefined;
  readonly challenger?: string | undefined;
  readonly challenge?: string | undefined;
}

/** The fields of an example that name somebody or something of the network. */
const namesIn = ({ name, example }: Pick<Operation, 'name' | 'example'>): [field: string, what: keyof Present][] =>
  Object.keys(example).flatMap((field): [string, keyof Present][] => {
    if (field === 'prover' || field === 'challenger') return [[field, field]];
    if (field === 'challenge_id') return [[field, 'challenge']];
    return field === 'id' && (name === 'prover' || name === 'challenger') ? [[field, name]] : [];
  });

/** The example with ids of the running network. A field stays as it is if the network has nothing of its kind. */
export const withPresent = (operation: Pick<Operation, 'name' | 'example'>, there: Present): Body => ({
  ...operation.example,
  ...Object.fromEntries(
    namesIn(operation).flatMap(([field, what]) => (there[what] === undefined ? [] : [[field, there[what]]])),
  ),
});

/** Puts the same ids into a program that sends the example. */
export const sampleWith = (source: string, operation: Pick<Operation, 'name' | 'example'>, there: Present): string =>
  namesIn(operation).reduce((text, [field, what]) => {
    const [before, now] = [operation.example[field], there[what]];
    return now === undefined || typeof before !== 'string' || before.length < 8 ? text : text.replaceAll(before, now);
  }, source);

const firstOnline = (agents: readonly { readonly id: string; readonly online: boolean }[]): string | undefined =>
  (agents.find((it) => it.online) ?? agents[0])?.id;

/** Asks for what the example needs, and for nothing else. */
export const usePresent = (operation: Operation, proofType: ProofTypeId): Present => {
  const needed = [...new Set(namesIn(operation).map(([, what]) => what))];
  const load = async (signal: AbortSignal): Promise<Present> => ({
    ...(needed.includes('prover')
      ? { prover: firstOnline((await call(proofType, 'provers', {}, signal)).result.provers) }
      : {}),
    ...(needed.includes('challenger')
      ? { challenger: firstOnline((await call(proofType, 'challengers', {}, signal)).result.challengers) }
      : {}),
    ...(needed.includes('challenge')
      ? {
          challenge: (await call(proofType, 'challenge-history', {}, signal)).result.challenges.find(
            (it) => it.verified !== '',
          )?.id,
        }
      : {}),
  });
  return useLoad(`present ${proofType} ${needed}`, load, { when: needed.length > 0 }).data ?? {};
};
