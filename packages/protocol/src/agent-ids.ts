/** The one spelling of a key: addresses in lower case, whatever checksum they were written with; solana keys differ by case. */
export const plainKey = (key: string): string => (/^0x/i.test(key) ? key.toLowerCase() : key);

/** The one spelling of an agent's id: IPv4/ or IPv6/ and its key. A key alone stays a key. */
export const plainAgentId = (id: string): string => {
  const [, version, key] = /^ipv([46])\/(.*)$/is.exec(id) ?? [];
  return version === undefined ? plainKey(id) : `IPv${version}/${plainKey(key as string)}`;
};
