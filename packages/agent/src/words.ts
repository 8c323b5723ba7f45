/** Error messages are cut to this length, because others may have written them. */
const MAX_CHARS = 512;

/** The error of `fetch` says only that it failed. Its cause says why. */
const messageOf = (error: Error): string => {
  const { code, message } = (error.cause ?? {}) as { code?: string; message?: string };
  const why = code ?? message;
  return error instanceof TypeError && why ? `no connection (${why})` : error.message || error.name;
};

/** Why something failed. The words may be those of the service or of a peer. */
export const wordsOf = (error: unknown): string =>
  (error instanceof Error ? messageOf(error) : String(error)).slice(0, MAX_CHARS);
