export { checkAsk, maxChallengers } from './ask.ts';
export * from './canonical.ts';
export * from './evidence.ts';
export { decodeAsk as decodePobAsk, encodeAsk as encodePobAsk, type PobAsk } from './pob/ask.ts';
export { decodeAsk as decodePolAsk, encodeAsk as encodePolAsk, type PolAsk } from './pol/ask.ts';
export * from './proof-type.ts';
export * from './registry.ts';
