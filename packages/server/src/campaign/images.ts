/** The formats of uploaded photos. Each is served in the nearest format that encodes fast enough: AVIF and HEIC as JPEG. */
export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic';
export type ServedFormat = 'jpeg' | 'png' | 'webp';

/** A picture that was encoded anew from pixels. It contains no bytes of the uploaded file. */
export interface Rendition {
  path: string;
  sha256: string;
  bytes: number;
  format: ServedFormat;
  width: number;
  height: number;
}

export interface ReadImage {
  original: Rendition;
  thumbnail: Rendition;
  /** Base64 of the 20–30 byte placeholder. */
  thumbhash: string;
  /** 64-bit difference hash, hex: near-duplicates differ in few bits. */
  dhash: string;
}

/** What the service sends to a worker, and what it gets back. `problem` completes the sentence "photo …". */
export interface ImageJob {
  input: string;
  format: PhotoFormat;
  originalPath: string;
  thumbnailPath: string;
  maxPixels: number;
  maxBytes: number;
}
export type ImageAnswer = ({ image: ReadImage } | { problem: string }) & { peakBytes: number };

const ascii = (head: Uint8Array, from: number, to: number) => Buffer.from(head.subarray(from, to)).toString('latin1');

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** The first bytes of TIFF, BMP, Photoshop, icons and JPEG XL. */
const otherImages = ['II*\0', 'MM\0*', 'BM', '8BPS', '\0\0\x01\0', '\xff\x0a', '\0\0\0\x0cJXL '];

/** How many bytes from the beginning `sniff` looks at. */
export const sniffBytes = 512;

/** Tells the format of a file by its content, never by its name or declared type. */
export const sniff = (head: Uint8Array): PhotoFormat | { problem: string } => {
  const text = ascii(head, 0, sniffBytes);
  if (head.length === 0) return { problem: 'is empty' };
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && ascii(head, 8, 12) === 'WEBP') return 'webp';
  if (ascii(head, 4, 8) === 'ftyp') {
    const brands = ascii(head, 8, 12) + ascii(head, 16, Math.min(64, head.length));
    const named = brands.match(/.{4}/gs) ?? [];
    if (named.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
    if (named.some((brand) => heicBrands.has(brand))) return 'heic';
    return { problem: 'is a video, not a photo' };
  }
  const begins = text.replace(/^\xef\xbb\xbf|^\s+/g, '').toLowerCase();
  if (/<svg|<!doctype svg/.test(text.toLowerCase()))
    return { problem: 'is SVG, which is a document and not a photo; send JPEG, PNG, WebP or AVIF' };
  if (begins.startsWith('<')) return { problem: 'is a web page or XML, not an image' };
  if (/^GIF8[79]a/.test(text)) return { problem: 'is GIF; send JPEG, PNG, WebP or AVIF' };
  if (otherImages.some((magic) => text.startsWith(magic)))
    return { problem: 'is an image of a kind we do not take; send JPEG, PNG, WebP or AVIF' };
  if (begins.startsWith('%pdf')) return { problem: 'is PDF, not an image' };
  return { problem: 'is not an image; send JPEG, PNG, WebP or AVIF' };
};

/** How many of 64 bits differ. */
export const hashDistance = (a: string, b: string): number => {
  let bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; bits > 0n; bits &= bits - 1n) count++;
  return count;
};
