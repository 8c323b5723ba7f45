import { AskError, composeAsk, type ProofType } from '@trigpoint/proofs';
import { fewestAsked } from '@trigpoint/proofs/registry';
import { invalidField } from '@trigpoint/protocol';
import type { Config } from '../config/config.ts';

/** What is asked, either by names or encoded. */
interface NamedAsk {
  readonly prover?: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly challengers?: number | undefined;
  readonly tolerance?: number | undefined;
  /** The whole ask, encoded as it would stand on chain. */
  readonly ask?: string;
}

interface AskParts {
  readonly agents: {
    findProver(
      proofType: string,
      address: string,
      isIPv6: boolean,
    ): Promise<{ readonly claims: Readonly<Record<string, string>> } | undefined>;
  };
  readonly config: Pick<Config, 'chain'>;
}

/** Clients of other networks ask for fewer challengers than can give a verdict. The number is raised for them. */
export const raisedCount = ({ compat }: Pick<Config, 'compat'>, count: number | undefined): number | undefined =>
  compat !== 'off' && count !== undefined ? Math.max(count, fewestAsked) : count;

/** Encodes an ask as it would stand on chain. */
export const readNamedAsk = async (
  { agents, config }: AskParts,
  proofType: ProofType,
  { prover, ask, parameters = {}, challengers, tolerance }: NamedAsk,
): Promise<`0x${string}`> => {
  if (ask !== undefined) return ask as `0x${string}`;
  if (prover === undefined) throw invalidField('prover', 'is missing: name its id, key or address');
  try {
    return await composeAsk(proofType, prover, {
      ...{ parameters, challengers, tolerance, proverRegistry: config.chain?.proverRegistry },
      claims: async (address, isIPv6) => (await agents.findProver(proofType.id, address, isIPv6))?.claims,
    });
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    throw invalidField('parameters', `cannot be asked: ${error.message}`);
  }
};
