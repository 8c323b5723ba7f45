import { readFileSync } from 'node:fs';

export type Abi = readonly Record<string, unknown>[];
export type ContractName = 'RequestHandler' | 'AgentDeposits';

/** A compiled contract. It is checked in beside the source, so that nobody needs a compiler to deploy. */
export interface Artefact {
  readonly contract: string;
  readonly compiler: string;
  readonly abi: Abi;
  readonly bytecode: `0x${string}`;
}

export const artefactUrl = (contract: ContractName): URL => new URL(`../artefact/${contract}.json`, import.meta.url);

export const readArtefact = (contract: ContractName): Artefact =>
  JSON.parse(readFileSync(artefactUrl(contract), 'utf8'));
