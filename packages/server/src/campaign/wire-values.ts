import { invalidField } from '@trigpoint/protocol';
import { fromMillionths, MAX_POINTS } from '../ledger/amounts.ts';

/** Reads POINTS or fuel as millionths. Throws for more than six decimals or too large an amount. */
export const readAmount = (field: string, value: number): number => {
  if (!Number.isFinite(value) || value < 0) throw invalidField(field, 'must be a number from 0');
  if (value > MAX_POINTS) throw invalidField(field, `must not be more than ${MAX_POINTS}`);
  const amount = Math.round(value * 1e6);
  if (fromMillionths(amount) !== value) throw invalidField(field, 'must have at most six decimals');
  return amount;
};

/** Reads a number from a multipart field, which is a text. */
export const readNumber = (field: string, text: string, min: number, max: number): number => {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw invalidField(field, `must be a number from ${min} to ${max}`);
  return value;
};
