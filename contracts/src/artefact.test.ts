import { readFileSync } from 'node:fs';
import { agentDepositsAbi, requestHandlerAbi } from '@trigpoint/protocol';
import { describe, expect, it } from 'vitest';
import { artefactUrl, readArtefact } from './artefact.ts';
import { compileSource, printArtefact } from './compile.ts';

describe.each([
  ['RequestHandler', requestHandlerAbi],
  ['AgentDeposits', agentDepositsAbi],
] as const)('the artefact of %s', (contract, abi) => {
  it('is what the source compiles to, byte for byte (if not: npm run compile -w contracts)', () => {
    expect(readFileSync(artefactUrl(contract), 'utf8')).toBe(printArtefact(compileSource(contract)));
  });

  it('has the ABI that the protocol shares', () => {
    expect(abi).toEqual(readArtefact(contract).abi);
  });

  it('names the compiler that package.json pins', () => {
    const root = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(readArtefact(contract).compiler).toMatch(`solc ${root.devDependencies.solc}+`);
  });

  it('runs on chains without PUSH0', () => {
    expect(readArtefact(contract).compiler).toMatch('paris');
  });
});
