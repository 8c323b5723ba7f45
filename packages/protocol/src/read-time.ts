import { invalidField } from './errors.ts';

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Reads an RFC 3339 time with an offset, to the millisecond. Throws for a day that its month does not have. */
export const readTime = (field: string, text: string): number => {
  const [, year, month, day] = dateTime.exec(text) ?? [];
  const at = year === undefined ? Number.NaN : Date.parse(text.replace(' ', 'T').toUpperCase());
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number.isNaN(at) || Number(day) > lastDay)
    throw invalidField(field, 'must be a date-time such as 2025-06-30T12:00:00Z');
  return at;
};
