const utf8 = new TextEncoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const toUtf8 = (text: string): Uint8Array => utf8.encode(text);

/** Throws for bytes that are not UTF-8. */
export const fromUtf8 = (bytes: Uint8Array): string => strictUtf8.decode(bytes);

export const concat = (...parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, it) => sum + it.length, 0));
  let at = 0;
  for (const it of parts) {
    whole.set(it, at);
    at += it.length;
  }
  return whole;
};

export const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

export const toBase64 = (bytes: Uint8Array): string => {
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
};

/** Reads standard base64 with its padding. Undefined for any other text, even if that is another way to write the same bytes. */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  // Bits beyond the last byte must be zero, so that there is one text for each value.
  return toBase64(bytes) === text ? bytes : undefined;
};

export const toHex = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
};

/** 32 bytes in lower-case hex; undefined for anything else. */
export const hashFromHex = (text: string): Uint8Array | undefined =>
  /^[0-9a-f]{64}$/.test(text)
    ? Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16))
    : undefined;
