import { isIP } from 'node:net';
import { findProfile, profiles } from '@trigpoint/proofs/registry';

// Each function turns the text of a variable into a value, or throws a text that completes the sentence "NAME …".

export const text = (value: string) => value;
export const parseUrl = (value: string): URL | undefined => (URL.canParse(value) ? new URL(value) : undefined);
export const integer = (min: number, max: number) => (value: string) => {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) throw `must be a whole number from ${min} to ${max}`;
  return number;
};
export const decimal = (min: number, max: number, decimals: number) => (value: string) => {
  const number = Number(value);
  if (!new RegExp(`^\\d+(\\.\\d{1,${decimals}})?$`).test(value) || number < min || number > max)
    throw `must be a number from ${min} to ${max} with at most ${decimals} decimals`;
  return number;
};
export const url =
  (...protocols: string[]) =>
  (value: string) => {
    const parsed = parseUrl(value);
    if (!parsed || !protocols.includes(parsed.protocol))
      throw `must be a URL that starts with ${protocols.join('// or ')}//`;
    return value.replace(/\/+$/, '');
  };
export const oneOf =
  <const T extends string>(...values: T[]) =>
  (value: string): T => {
    const found = values.find((it) => it === value);
    if (!found) throw `must be ${values.join(' or ')}`;
    return found;
  };
export const list =
  <T>(parse: (item: string) => T) =>
  (value: string) =>
    value
      .split(',')
      .map((it) => it.trim())
      .filter((it) => it !== '')
      .map(parse);
export const origin = (value: string) => {
  const parsed = parseUrl(value);
  if (!parsed || parsed.origin !== value) throw `must list origins such as https://app.example.com, not "${value}"`;
  return value;
};
export const network = (value: string) => {
  const [address = '', bits = ''] = value.split('/');
  const size = isIP(address) === 4 ? 32 : 128;
  if (!isIP(address) || (value.includes('/') && !(/^\d+$/.test(bits) && Number(bits) <= size)))
    throw `must list IP addresses or networks such as 10.0.0.0/8, not "${value}"`;
  return value;
};
export const amount = (value: string) => {
  const number = Number(value);
  if (!/^\d+(\.\d{1,6})?$/.test(value) || number > 1e9) throw 'must be a number of POINTS with at most 6 decimals';
  return number;
};
/** The limit is so small that the price of a hundred challengers can still be counted exactly. */
export const fee = (value: string) => {
  const number = amount(value);
  if (number > 1e6) throw 'must be at most 1000000 POINTS';
  return number;
};
export const address = (value: string): `0x${string}` => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(value)) throw 'must be an address: 0x and 40 hexadecimal digits';
  return value.toLowerCase() as `0x${string}`;
};
export const privateKey = (value: string): `0x${string}` => {
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(value) || /^(0x)?0+$/.test(value)) throw 'must be a private key: 32 bytes in hex';
  return `0x${value.replace(/^0x/, '').toLowerCase()}`;
};
export const attribute = (item: string) => {
  const [, id = '', attributeId = ''] = /^(\w+)=(\S{1,128})$/.exec(item) ?? [];
  if (!findProfile(id))
    throw `must list pairs such as pol=pol-v1.example.com, with a proof type it knows, not "${item}"`;
  return { proofType: id, attributeId };
};
export const proofTypeIds = (value: string): readonly string[] => {
  const ids = [...new Set(list(text)(value))];
  if (ids.length === 0 || !ids.every(findProfile)) throw `must list some of ${profiles.map((it) => it.id).join(', ')}`;
  return ids;
};
export const wei = (value: string) => {
  if (!/^\d{1,30}$/.test(value)) throw 'must be a whole number of wei';
  return BigInt(value);
};
const limitNames = ['login', 'ask', 'create-campaign', 'feed', 'default'] as const;
export const limits = (value: string): Readonly<Record<string, number>> | 'off' => {
  if (value === 'off') return 'off';
  return Object.fromEntries(
    list((item) => {
      const [name = '', count = ''] = item.split('=');
      if (!limitNames.some((it) => it === name)) throw `knows the groups ${limitNames.join(', ')}, not "${name}"`;
      return [name, integer(1, 1_000_000_000)(count)] as const;
    })(value),
  );
};
