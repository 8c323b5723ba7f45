import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Abi, RequestHandlerArtefact } from './artefact.ts';

/**
 * Compiles RequestHandler.sol without any network. Everything that reaches the bytecode is fixed here: the compiler's version
 * (exact in package.json), the settings, and no metadata hash, so that two machines produce the same bytes.
 */
const settings = {
  // Paris: the last EVM before PUSH0, which several chains still lack.
  evmVersion: 'paris',
  optimizer: { enabled: true, runs: 10_000 },
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
};

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}

export const sourceUrl = new URL('../src/RequestHandler.sol', import.meta.url);
export const artefactUrl = new URL('../artefact/RequestHandler.json', import.meta.url);
const abiUrl = new URL('../../packages/protocol/src/contract.ts', import.meta.url);

export function compile(sources: Record<string, string>, contract: string): RequestHandlerArtefact {
  const solc: { compile(input: string): string; version(): string } = createRequire(import.meta.url)('solc');
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([name, content]) => [name, { content }])),
    settings,
  };
  const output: SolcOutput = JSON.parse(solc.compile(JSON.stringify(input)));
  const problems = output.errors ?? [];
  if (problems.length > 0) throw new Error(problems.map((p) => p.formattedMessage).join('\n'));
  const made = Object.values(output.contracts).flatMap((file) => file[contract] ?? [])[0];
  if (made === undefined) throw new Error(`no contract ${contract} in ${Object.keys(sources).join(', ')}`);
  const compiler = `solc ${solc.version()}, ${settings.evmVersion}, ${settings.optimizer.runs} runs`;
  return { contract, compiler, abi: made.abi, bytecode: `0x${made.evm.bytecode.object}` };
}

export const compileRequestHandler = (): RequestHandlerArtefact =>
  compile({ 'RequestHandler.sol': readFileSync(sourceUrl, 'utf8') }, 'RequestHandler');

export const printArtefact = (artefact: RequestHandlerArtefact): string => `${JSON.stringify(artefact, null, 2)}\n`;

/** `npm run compile -w contracts`: writes the artefact and the typed ABI that everyone shares. */
export function writeArtefact(): void {
  const artefact = compileRequestHandler();
  writeFileSync(artefactUrl, printArtefact(artefact));
  writeFileSync(abiUrl, printAbi(artefact.abi));
}

/** One line for each entry, so that the file reads as a list of what the contract offers. */
const printAbi = (abi: Abi): string => {
  const spaced = (json: string) =>
    json
      .replaceAll(/"(\w+)":/g, '$1: ')
      .replaceAll(/([{,])(?!$)/g, '$1 ')
      .replaceAll('}', ' }');
  const lines = abi.map((it) => `  ${spaced(JSON.stringify(it)).replaceAll('"', "'")},\n`);
  return `/** The ABI of contracts/src/RequestHandler.sol. Written by \`npm run compile -w contracts\`. */
// biome-ignore format: an entry a line
export const requestHandlerAbi = [
${lines.join('')}] as const;
`;
};
