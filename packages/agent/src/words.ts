/** Error messages are cut to this length, because others may have written them. */
const MAX_CHARS = 512;

/** Why something failed. The words may be those of the service or of a peer. */
export const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).slice(0, MAX_CHARS);
