import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Abi, type Artefact, artefactUrl, type ContractName } from './artefact.ts';

/**
 * Compiles without any network. Everything that reaches the bytecode is fixed here: the compiler's version
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

/** The contracts that others deploy, with the names of their ABIs in packages/protocol. */
const published: Readonly<Record<ContractName, string>> = {
  RequestHandler: 'requestHandlerAbi',
  AgentDeposits: 'agentDepositsAbi',
};
const abiUrl = new URL('../../packages/protocol/src/contract.ts', import.meta.url);

export function compile(sources: Record<string, string>, contract: string): Artefact {
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

export const compileSource = (contract: ContractName): Artefact => {
  const file = `${contract}.sol`;
  return compile({ [file]: readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8') }, contract);
};

export const printArtefact = (artefact: Artefact): string => `${JSON.stringify(artefact, null, 2)}\n`;

/** `npm run compile -w contracts`: writes the artefacts and the typed ABIs that everyone shares. */
export function writeArtefacts(): void {
  const lists = Object.entries(published).map(([contract, name]) => {
    const artefact = compileSource(contract as ContractName);
    writeFileSync(artefactUrl(contract as ContractName), printArtefact(artefact));
    return printAbi(name, artefact);
  });
  writeFileSync(abiUrl, lists.join('\n'));
}

/** One line for each entry, so that the file reads as a list of what the contract offers. */
const printAbi = (name: string, { contract, abi }: Artefact): string => {
  const spaced = (json: string) =>
    json
      .replaceAll(/"(\w+)":/g, '$1: ')
      .replaceAll(/([{,])(?!$)/g, '$1 ')
      .replaceAll('}', ' }');
  const lines = abi.map((it) => `  ${spaced(JSON.stringify(it)).replaceAll('"', "'")},\n`);
  return `/** The ABI of contracts/src/${contract}.sol. Written by \`npm run compile -w contracts\`. */
// biome-ignore format: an entry a line
export const ${name} = [
${lines.join('')}] as const;
`;
};
