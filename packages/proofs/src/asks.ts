/** The encoders of asks alone. The rules are left out, because they would be most of a browser bundle. */
export { encodeAsk as encodePobAsk } from './pob/ask.ts';
export { encodeAsk as encodePolAsk } from './pol/ask.ts';
