import { invalidField } from '@trigpoint/protocol';

/** A place in a list ordered by time and id, newest first. */
export interface Cursor {
  at: number;
  id: string;
}

/** Opaque to callers, and short; only ever a position, never a permission. */
export const writeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at}.${id}`).toString('base64url');

export const readCursor = (text: string): Cursor => {
  const [, at, id] = /^(\d{1,16})\.([0-9a-f]{1,64})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (at === undefined || id === undefined || !Number.isSafeInteger(Number(at)))
    throw invalidField('cursor', 'is not a next_cursor of this service');
  return { at: Number(at), id };
};
