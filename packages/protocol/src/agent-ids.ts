/**
 * The one spelling of a key. Addresses are in lower case, however they were written. Solana keys stay as they are, because case
 * matters in them.
 */
export const plainKey = (key: string): string => (/^0x/i.test(key) ? key.toLowerCase() : key);

/** The one spelling of an agent's id: IPv4/ or IPv6/, and its key. A key alone stays a key. */
export const plainAgentId = (id: string): string => {
  const [, version, key] = /^ipv([46])\/(.*)$/is.exec(id) ?? [];
  return version === undefined ? plainKey(id) : `IPv${version}/${plainKey(key as string)}`;
};

/** The key in an agent's id. A key alone stays a key. */
export const keyOfAgent = (id: string): string => id.replace(/^IPv[46]\//i, '');
