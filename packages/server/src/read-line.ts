import { invalidField } from '@trigpoint/protocol';

/** Reads a text that is shown in terminals and pages, so control characters are refused. */
export const readLine = (field: string, given: string): string => {
  const line = given.trim();
  if (/[\p{Cc}\p{Cf}]/u.test(line)) throw invalidField(field, 'must be one line without control characters');
  return line;
};
