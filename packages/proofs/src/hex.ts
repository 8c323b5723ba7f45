/**
 * `#hex` is this file in browsers and hex-node.ts on Node. A service needs the faster one, because strangers choose what it
 * decodes.
 */
export const bytesOfHex = (hex: string): Uint8Array =>
  new Uint8Array(hex.length / 2).map((_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));

export const hexOfBytes = (bytes: Uint8Array): string =>
  Array.from(bytes, (it) => it.toString(16).padStart(2, '0')).join('');
