import type { Reader, Value } from './driver.ts';

const pieceChars = 65_536;

/**
 * Reads a long text in pieces, so that whoever passes it on holds one piece of it at a time. `expression` is the column; `from`
 * is what follows it in the statement. Yields nothing where there is no such row.
 */
export async function* textPieces(
  db: Reader,
  expression: string,
  from: string,
  values: readonly Value[],
): AsyncGenerator<string> {
  for (let start = 1; ; start += pieceChars) {
    const row = await db.get(`SELECT substr(${expression}, ${start}, ${pieceChars}) AS piece ${from}`, values);
    const piece = (row?.piece as string | undefined) ?? '';
    if (piece === '') return;
    yield piece;
  }
}

/** The same, or another text where there is none. */
export async function* orElse(pieces: AsyncIterable<string>, otherwise: string): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const piece of pieces) {
    isEmpty = false;
    yield piece;
  }
  if (isEmpty) yield otherwise;
}
