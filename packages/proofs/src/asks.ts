/** What a payer encodes, without the rules: they would be most of a browser bundle. */
export { encodeAsk as encodePobAsk } from './pob/ask.ts';
export { encodeAsk as encodePolAsk } from './pol/ask.ts';
