import sharp, { type Sharp } from 'sharp';
import type { Random } from '../proof.ts';
import { blackPng, vp8x, webp, webpImage } from './containers.ts';
import type { Seeds } from './plants.ts';

interface Bomb {
  name: string;
  expect: 'served' | 'refused' | 'either';
  make(): Promise<Buffer>;
}

const patchJpegSize = (jpeg: Buffer, width: number, height: number) => {
  const out = Buffer.from(jpeg);
  for (let at = 2; at < out.length - 9; at += 2 + out.readUInt16BE(at + 2))
    if (out[at] === 0xff && [0xc0, 0xc1, 0xc2].includes(out[at + 1] ?? 0)) {
      out.writeUInt16BE(height, at + 5);
      out.writeUInt16BE(width, at + 7);
      break;
    }
  return out;
};

const patchAvifSize = (avif: Buffer, width: number, height: number) => {
  const out = Buffer.from(avif);
  const at = out.indexOf('ispe');
  out.writeUInt32BE(width, at + 8);
  out.writeUInt32BE(height, at + 12);
  return out;
};

/** Files that claim or have far more pixels than bytes. What lies just under the limits must still be served. */
export const bombs = (s: Seeds, random: Random): Bomb[] => {
  const refused = (name: string, make: () => Buffer): Bomb => ({ name, expect: 'refused', make: async () => make() });
  const flat = (width: number, height: number, expect: Bomb['expect'], name: string, as: (image: Sharp) => Sharp) => ({
    name: `${name} of ${Math.floor((width * height) / 1e6)} megapixels`,
    expect,
    make: () =>
      as(
        sharp({
          create: { width, height, channels: 3, background: { r: random.int(256), g: 90, b: 20 } },
          limitInputPixels: false,
        }),
      ).toBuffer(),
  });
  const fine = { progressive: true, chromaSubsampling: '4:4:4' };
  return [
    refused('png that claims 2³¹−1 a side', () => blackPng(2 ** 31 - 1, 2 ** 31 - 1, 0)),
    refused('png that claims 100,000 a side', () => blackPng(100_000, 100_000, 1)),
    refused('png of 900 megapixels in a few kB', () => blackPng(30_000, 30_000, 30_000)),
    refused('png one row, 60 million wide', () => blackPng(60_000_000, 1, 1)),
    refused('png that promises 49 megapixels and holds one row', () => blackPng(7_000, 7_000, 1)),
    { name: 'png of 49 megapixels in a few kB', expect: 'served', make: async () => blackPng(7_000, 7_000, 7_000) },
    { name: 'png of 16 bits', expect: 'served', make: async () => blackPng(7_000, 7_000, 7_000, 16) },
    refused('jpeg that claims 65,535 a side', () => patchJpegSize(s.jpeg, 65_535, 65_535)),
    refused('jpeg that claims no width', () => patchJpegSize(s.jpeg, 0, 100)),
    // Its missing pixels are grey. That is a poor photo, but it is one.
    { name: 'jpeg that claims 7,000 a side', expect: 'either', make: async () => patchJpegSize(s.jpeg, 7_000, 7_000) },
    flat(7_000, 7_000, 'served', 'jpeg', (image) => image.jpeg()),
    flat(7_000, 7_000, 'served', 'progressive jpeg', (image) => image.jpeg(fine)),
    flat(7_000, 6_600, 'served', 'progressive jpeg, to be turned,', (image) =>
      image.withMetadata({ orientation: 6 }).jpeg(fine),
    ),
    flat(7_200, 7_200, 'refused', 'jpeg', (image) => image.jpeg()),
    flat(7_000, 7_000, 'served', 'webp', (image) => image.webp({ effort: 0 })),
    flat(7_200, 7_200, 'refused', 'webp', (image) => image.webp({ effort: 0 })),
    refused('webp that claims 2²⁴ a side', () => webp(vp8x(2 ** 24, 2 ** 24), webpImage(s.webp))),
    refused('webp that claims 16,383 a side', () => webp(vp8x(16_383, 16_383), webpImage(s.webp))),
    refused('avif that claims 60,000 a side', () => patchAvifSize(s.avif, 60_000, 60_000)),
    flat(5_000, 4_000, 'served', 'avif', (image) => image.avif({ effort: 0 })),
    flat(6_000, 6_000, 'refused', 'avif', (image) => image.avif({ effort: 0 })),
  ];
};
