/**
 * An answer that is written piece by piece, as fast as its reader takes it in. Long answers are given this way, because a node
 * would otherwise hold one whole copy per reader.
 */
export class Streamed {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** What a handler returns in place of its route's reply. The pieces must be the JSON of that reply. */
export const streamed = (pieces: AsyncIterable<string>): never => new Streamed(pieces) as never;
