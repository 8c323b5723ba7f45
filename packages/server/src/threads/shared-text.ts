/** Puts a text into memory that threads share. Copying a long text to a thread would hold the event loop. */
export const shareText = (text: string): Uint8Array => {
  const bytes = Buffer.from(new SharedArrayBuffer(Buffer.byteLength(text)));
  bytes.write(text);
  return bytes;
};

export const bufferOf = (shared: Uint8Array): Buffer =>
  Buffer.from(shared.buffer, shared.byteOffset, shared.byteLength);

export const readText = (shared: Uint8Array): string => bufferOf(shared).toString();
