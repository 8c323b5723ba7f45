/** The same as hex.ts by Node's own code, which is thirty times as fast. */
export const bytesOfHex = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

export const hexOfBytes = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
