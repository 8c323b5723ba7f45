import { readFileSync } from 'node:fs';

export type Abi = readonly Record<string, unknown>[];

/** What is checked in beside the source, so that nobody needs a compiler to deploy. */
export interface RequestHandlerArtefact {
  readonly contract: string;
  readonly compiler: string;
  readonly abi: Abi;
  readonly bytecode: `0x${string}`;
}

export const readArtefact = (): RequestHandlerArtefact =>
  JSON.parse(readFileSync(new URL('../artefact/RequestHandler.json', import.meta.url), 'utf8'));
