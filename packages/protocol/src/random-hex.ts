/** It does not use crypto.randomUUID, which browsers have on https only. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (it) => it.toString(16).padStart(2, '0')).join('');
