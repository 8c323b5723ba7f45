import { invalidField } from '@trigpoint/protocol';

/** A position in a list that is ordered by a number, such as a time, and then by id. */
export interface Cursor {
  readonly at: number;
  readonly id: string;
}

/** Callers do not look into a cursor. It is only a position in a list and gives no permission. */
export const writeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at}.${id}`).toString('base64url');

/** The cursor of the next page; null after the last one. `last` is the last item of a page that others follow. */
export const nextCursor = <T>(last: T | undefined, positionOf: (it: T) => Cursor): string | null =>
  last === undefined ? null : writeCursor(positionOf(last));

/** `ids` is what the ids of the list look like. */
export const readCursor = (text: string, ids = /^[0-9a-f]{1,64}$/): Cursor => {
  const [, at, id] = /^(\d{1,16})\.(.*)$/s.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (at === undefined || id === undefined || !ids.test(id) || !Number.isSafeInteger(Number(at)))
    throw invalidField('cursor', 'is not a next_cursor of this service');
  return { at: Number(at), id };
};
