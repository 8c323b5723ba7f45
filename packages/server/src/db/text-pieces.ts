import { aside, type Db, type Value } from './driver.ts';

/** Each read searches the place in the text again. So one read gets more than one piece. */
const readChars = 262_144;
const pieceChars = 65_536;

/**
 * Reads a long text in pieces, so that it is never in memory as a whole. It reads `column`; `from` is what follows it in the
 * statement. Yields nothing if there is no such row.
 */
export async function* textPieces(
  db: Db,
  column: string,
  from: string,
  values: readonly Value[],
): AsyncGenerator<string> {
  for (let start = 1; ; start += readChars) {
    const sql = `SELECT substr(${column}, CAST(? AS INTEGER), CAST(? AS INTEGER)) AS piece ${from}`;
    const row = await aside(db).get(sql, [start, readChars, ...values]);
    const text = (row?.piece as string | undefined) ?? '';
    yield* slices(text);
    if (text.length < readChars) return;
  }
}

/** Cuts a text into pieces. Surrogate pairs are not cut, because each piece is encoded by itself. */
export function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(at + pieceChars - 1));
    const end = at + pieceChars + (isHalf ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}

/** The pieces, or `otherwise` if there are none. */
export async function* orElse(pieces: AsyncIterable<string>, otherwise: string): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const piece of pieces) {
    isEmpty = false;
    yield piece;
  }
  if (isEmpty) yield otherwise;
}
