import { ClaimError, type ClaimField, type Claims } from './proof-type.ts';

/** Checks those claims that a type knows. Throws a `ClaimError` that names the first wrong claim. */
export const checkClaims = ({ claims: fields }: { readonly claims: readonly ClaimField[] }, claims: Claims): void => {
  for (const { name, alias, min, max } of fields)
    for (const it of alias === undefined ? [name] : [name, alias]) checkNumber(claims, it, min, max);
  for (const { name, togetherWith } of fields)
    if (togetherWith !== undefined && claims[name] !== undefined && claims[togetherWith] === undefined)
      throw new ClaimError(togetherWith, `must be given with ${name}`);
};

/** Claims travel as strings. Numbers in hexadecimal, octal or binary notation (0x, 0o, 0b) are refused. */
const checkNumber = (claims: Claims, name: string, min: number, max: number): void => {
  const text = claims[name];
  if (text === undefined) return;
  const value = Number(text);
  if (text.trim() === '' || /[xob]/i.test(text) || !Number.isFinite(value) || value < min || value > max)
    throw new ClaimError(name, `must be a number from ${min} to ${max}`);
};

/** Claims that name a place in words, for people. No rule uses them. */
const placeWords = ['city', 'region', 'country'];

/** On a development network agents have names, and people name them in requests. */
const nameClaim = 'name';

/** The claims of an agent that a service keeps and shows: those that its type knows, and on a development network its name. */
export const keptClaims = (
  type: { readonly claims: readonly ClaimField[] },
  claims: Claims,
  development: boolean,
): Claims => {
  const known = knownClaims(type, claims);
  const name = development ? claims[nameClaim] : undefined;
  return name === undefined ? known : { ...known, [nameClaim]: name };
};

/** The claims of an agent that its type knows, and its place in words. All others are left out. */
export const knownClaims = ({ claims: fields }: { readonly claims: readonly ClaimField[] }, claims: Claims): Claims => {
  const known: Record<string, string> = {};
  for (const name of [...fields.flatMap((it) => [it.name, it.alias ?? it.name]), ...placeWords]) {
    const value = claims[name];
    if (value !== undefined) known[name] = value;
  }
  return known;
};
