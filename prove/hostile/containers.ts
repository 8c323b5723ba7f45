import { crc32, deflateSync } from 'node:zlib';

/** The containers photos come in, taken apart and put together by hand, so that anything can be planted in them. */
export const ascii = (text: string) => Buffer.from(text, 'latin1');
const u32 = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255));
const u32le = (value: number) => u32(value).reverse();
const u16 = (value: number) => Buffer.from([value >>> 8, value & 255]);

export const jpegSegment = (marker: number, body: Uint8Array) =>
  Buffer.concat([Buffer.from([0xff, marker]), u16(body.length + 2), body]);

/** Inserts segments right after SOI, where cameras put theirs. */
export const intoJpeg = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

export const pngChunk = (type: string, body: Uint8Array) => {
  const named = Buffer.concat([ascii(type), body]);
  return Buffer.concat([u32(body.length), named, u32(crc32(named))]);
};

/** Inserts chunks after the header and before the pixels. */
export const intoPng = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

/** A PNG of any claimed size; `rows` are what is really there, all black. */
export const blackPng = (width: number, height: number, rows: number, bitDepth = 1) =>
  Buffer.concat([
    ascii('\x89PNG\r\n\x1a\n'),
    pngChunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([bitDepth, 0, 0, 0, 0])])),
    pngChunk('IDAT', deflateSync(Buffer.alloc(rows * (Math.ceil((width * bitDepth) / 8) + 1)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);

export const riffChunk = (type: string, body: Uint8Array) =>
  Buffer.concat([ascii(type), u32le(body.length), body, Buffer.alloc(body.length % 2)]);

export const webp = (...chunks: Uint8Array[]) => riffChunk('RIFF', Buffer.concat([ascii('WEBP'), ...chunks]));

/** The one image chunk (VP8 or VP8L) of a plain WebP. */
export const webpImage = (plain: Buffer) => {
  for (let at = 12; at + 8 <= plain.length; ) {
    const length = plain.readUInt32LE(at + 4);
    if (plain.toString('latin1', at, at + 3) === 'VP8' && plain[at + 3] !== 0x58)
      return plain.subarray(at, at + 8 + length + (length % 2));
    at += 8 + length + (length % 2);
  }
  throw new Error('no image in this WebP');
};

const u24le = (value: number) => u32le(value).subarray(0, 3);
const flags = { icc: 0x20, exif: 0x08, xmp: 0x04, animation: 0x02 };

export const vp8x = (width: number, height: number, ...has: (keyof typeof flags)[]) =>
  riffChunk(
    'VP8X',
    Buffer.concat([u32le(has.reduce((sum, name) => sum | flags[name], 0)), u24le(width - 1), u24le(height - 1)]),
  );

export const animatedWebp = (plain: Buffer, width: number, height: number, frames: number) => {
  const frame = riffChunk(
    'ANMF',
    Buffer.concat([
      u24le(0),
      u24le(0),
      u24le(width - 1),
      u24le(height - 1),
      u24le(10),
      Buffer.from([0]),
      webpImage(plain),
    ]),
  );
  const loop = riffChunk('ANIM', Buffer.alloc(6));
  return webp(vp8x(width, height, 'animation'), loop, ...Array<Buffer>(frames).fill(frame));
};

/** APNG: every frame is the same pixels again. */
export const animatedPng = (png: Buffer, width: number, height: number, frames: number) => {
  const end = png.length - 12;
  const parts: Buffer[] = [png.subarray(0, 33), pngChunk('acTL', Buffer.concat([u32(frames), u32(0)]))];
  const control = (sequence: number) =>
    pngChunk(
      'fcTL',
      Buffer.concat([u32(sequence), u32(width), u32(height), u32(0), u32(0), u16(1), u16(10), Buffer.from([0, 0])]),
    );
  const pixels = deflateSync(Buffer.alloc(height * (width * 3 + 1)));
  parts.push(control(0), png.subarray(33, end));
  for (let i = 1; i < frames; i++)
    parts.push(control(2 * i - 1), pngChunk('fdAT', Buffer.concat([u32(2 * i), pixels])));
  return Buffer.concat([...parts, png.subarray(end)]);
};

/** A GIF of one-pixel frames. */
export const animatedGif = (frames: number) => {
  const frame = Buffer.from('21f90400010000002c000000000100010000020244010 0'.replace(/ /g, ''), 'hex');
  return Buffer.concat([
    Buffer.from('474946383961010001008000000000 00ffffff'.replace(/ /g, ''), 'hex'),
    ...Array<Buffer>(frames).fill(frame),
    Buffer.from([0x3b]),
  ]);
};
