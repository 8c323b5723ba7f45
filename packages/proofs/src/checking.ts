/** What checks evidence, without the rules of any proof type. The caller loads the rules of the type that the evidence names. */
export { hashOf } from './canonical.ts';
export * from './evidence/index.ts';
export * from './result-hash.ts';
