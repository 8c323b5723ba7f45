import { invalidField } from '@trigpoint/protocol';

/** A position in a list that is ordered by time and id, newest first. */
export interface Cursor {
  at: number;
  id: string;
}

/** Callers do not look into a cursor. It is only a position in a list and gives no permission. */
export const writeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at}.${id}`).toString('base64url');

export const readCursor = (text: string): Cursor => {
  const [, at, id] = /^(\d{1,16})\.([0-9a-f]{1,64})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (at === undefined || id === undefined || !Number.isSafeInteger(Number(at)))
    throw invalidField('cursor', 'is not a next_cursor of this service');
  return { at: Number(at), id };
};
