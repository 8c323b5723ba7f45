import { hash } from 'node:crypto';

/**
 * Does the same as sha256.ts in a third of the time. Getting a binary text from Node and converting it is faster than getting
 * bytes.
 */
export const sha256 = (data: Uint8Array): Uint8Array => Buffer.from(hash('sha256', data, 'binary'), 'binary');
