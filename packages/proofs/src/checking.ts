/** What checks evidence, without the rules of any proof type: those of the evidence's own type are loaded when it is known. */
export * from './evidence/index.ts';
export * from './result-hash.ts';
