import { readFileSync } from 'node:fs';
import { requestHandlerAbi } from '@trigpoint/protocol';
import { describe, expect, it } from 'vitest';
import { readArtefact } from './artefact.ts';
import { artefactUrl, compileRequestHandler, printArtefact } from './compile.ts';

describe('the artefact', () => {
  it('is what the source compiles to, byte for byte (if not: npm run compile -w contracts)', () => {
    expect(readFileSync(artefactUrl, 'utf8')).toBe(printArtefact(compileRequestHandler()));
  });

  it('has the ABI that the protocol shares', () => {
    expect(requestHandlerAbi).toEqual(readArtefact().abi);
  });

  it('names the compiler that package.json pins', () => {
    const root = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(readArtefact().compiler).toMatch(`solc ${root.devDependencies.solc}+`);
  });

  it('runs on chains without PUSH0', () => {
    expect(readArtefact().compiler).toMatch('paris');
  });
});
