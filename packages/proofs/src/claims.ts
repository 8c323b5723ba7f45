import { ClaimError, type Claims } from './proof-type.ts';

/** Checks a claim that must be a number, where it is given. Claims travel as strings; only plain decimals count. */
export const checkNumber = (claims: Claims, name: string, min: number, max: number): void => {
  const text = claims[name];
  if (text === undefined) return;
  const value = Number(text);
  if (text.trim() === '' || /[xob]/i.test(text) || !Number.isFinite(value) || value < min || value > max)
    throw new ClaimError(name, `must be a number from ${min} to ${max}`);
};

/** One is meaningless without the other. */
export const checkTogether = (claims: Claims, one: string, other: string): void => {
  if (claims[one] !== undefined && claims[other] === undefined)
    throw new ClaimError(other, `must be given with ${one}`);
  if (claims[other] !== undefined && claims[one] === undefined)
    throw new ClaimError(one, `must be given with ${other}`);
};
