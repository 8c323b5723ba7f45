import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import type { Random } from '../proof.ts';
import { bombs } from './bombs.ts';
import {
  animatedGif,
  animatedPng,
  animatedWebp,
  ascii,
  intoJpeg,
  intoPng,
  jpegSegment,
  pngChunk,
  webp,
} from './containers.ts';
import { exif, plants, type Seeds } from './plants.ts';

/** One file someone might send. What must become of it is known, so that a service that refuses everything fails too. */
export interface Hostile {
  name: string;
  filename: string;
  bytes: Buffer;
  expect: 'served' | 'refused' | 'either';
  /** This text must not occur in what is served. */
  marker?: string;
}

const picture = (random: Random, width: number, height: number) => {
  const [r, g, b] = [random.int(200), random.int(200), random.int(200)];
  const cell = 8 + random.int(24);
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      pixels.set(
        [(r + x) & 255, (g + y) & 255, b ^ (((Math.floor(x / cell) + Math.floor(y / cell)) & 1) * 96)],
        (y * width + x) * 3,
      );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

const makeSeeds = async (random: Random): Promise<Seeds> => {
  const width = 64 + 2 * random.int(40);
  const height = 48 + 2 * random.int(40);
  const shot = picture(random, width, height);
  const profiled = await shot.clone().withIccProfile('srgb').jpeg().toBuffer();
  const icc = (await sharp(profiled).metadata()).icc;
  if (!icc) throw new Error('no profile to plant in');
  return {
    width,
    height,
    icc: Buffer.concat([icc]),
    jpeg: await shot.clone().jpeg().toBuffer(),
    png: await shot.clone().png().toBuffer(),
    webp: await shot.clone().webp().toBuffer(),
    avif: await shot.clone().avif({ effort: 0 }).toBuffer(),
  };
};

const script = '<script>alert(document.domain)</script>';
const svgs: Record<string, () => Buffer> = {
  plain: () =>
    ascii('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'),
  script: () => ascii(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
  'external file': () =>
    ascii(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
    ),
  'many laughs': () =>
    ascii(
      `<!DOCTYPE svg [<!ENTITY a "ha">${'bcdefghij'
        .split('')
        .map((c, i) => `<!ENTITY ${c} "${`&${'abcdefghij'[i]};`.repeat(10)}">`)
        .join('')}]><svg><text>&j;</text></svg>`,
    ),
  'with a mark': () => Buffer.from('\ufeff \n\t<svg width="9" height="9"/>', 'utf8'),
  'in 16 bits': () => Buffer.from('\ufeff<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf16le'),
  zipped: () => gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  'after a comment': () => ascii(`<!-- ${'x'.repeat(2000)} --><svg/>`),
};

const zip = ascii(`PK\x05\x06${'\0'.repeat(18)}`);
const polyglots: Record<string, (s: Seeds) => [Buffer, Hostile['expect']]> = {
  'jpeg and zip': (s) => [Buffer.concat([s.jpeg, zip]), 'served'],
  'jpeg and html': (s) => [intoJpeg(s.jpeg, jpegSegment(0xfe, ascii(`<html>${script}`))), 'served'],
  'jpeg and php': (s) => [Buffer.concat([s.jpeg, ascii('<?php system($_GET[0]); ?>')]), 'served'],
  'png and html': (s) => [intoPng(s.png, pngChunk('tEXt', ascii(`a\0<html>${script}`))), 'served'],
  'png and zip': (s) => [Buffer.concat([s.png, zip]), 'served'],
  'webp and html': (s) => [Buffer.concat([s.webp, ascii(script)]), 'served'],
  'html, then jpeg': (s) => [Buffer.concat([ascii(`<html>${script}<!--`), s.jpeg]), 'refused'],
  'gif and script': () => [ascii(`GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)`), 'refused'],
  'pdf, then jpeg': (s) => [Buffer.concat([ascii('%PDF-1.4\n'), s.jpeg]), 'refused'],
  'zip, then png': (s) => [Buffer.concat([zip, s.png]), 'refused'],
  'jpeg start, png inside': (s) => [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), s.png]), 'refused'],
  'png start, jpeg inside': (s) => [Buffer.concat([s.png.subarray(0, 8), s.jpeg]), 'refused'],
  'riff with png inside': (s) => [webp(s.png), 'refused'],
  'bitmap start, svg inside': () => [ascii('BM<svg xmlns="http://www.w3.org/2000/svg"/>'), 'refused'],
  'avif brand, html inside': () => [ascii(`\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf${script}`), 'refused'],
  'heic brand, nothing inside': () => [ascii('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'refused'],
};

const notImages: Record<string, () => Buffer> = {
  nothing: () => Buffer.alloc(0),
  'one byte': () => Buffer.from([0xff]),
  words: () => ascii('this is not an image'),
  'a program': () => ascii(`\x7fELF\x02\x01\x01${'\0'.repeat(500)}`),
  'a web page': () => ascii(`<!doctype html>${script}`),
  json: () => ascii('{"a":1}'),
  zeros: () => Buffer.alloc(100_000),
  'a shell script': () => ascii('#!/bin/sh\nrm -rf /'),
  'an image magick script': () =>
    ascii('push graphic-context\nviewbox 0 0 640 480\nfill \'url(https://127.0.0.1/"|ls")\''),
  'a film': () => ascii('\0\0\0\x18ftypisom\0\0\0\0isommp42'),
};

const damage = (bytes: Buffer, random: Random) => {
  const out = Buffer.from(bytes);
  for (let i = 1 + random.int(20); i > 0; i--) out[random.int(out.length)] = random.int(256);
  return out;
};

/** At least 500 files at release size; one seed gives the same files again. */
export async function* corpus(random: Random, small: boolean): AsyncGenerator<Hostile> {
  const rounds = small ? 1 : 8;
  for (let round = 0; round < rounds; round++) {
    const seeds = await makeSeeds(random);
    const marker = () => `TRIG-PLANT-${Buffer.from(random.bytes(6)).toString('hex')}`;
    const formats = ['jpeg', 'png', 'webp', 'avif'] as const;
    for (const [name, plant] of Object.entries(plants)) {
      const planted = marker();
      yield { name, filename: 'photo.jpg', bytes: plant(seeds, planted), expect: 'served', marker: planted };
    }
    const avifMarker = marker();
    const marked = picture(random, 80, 60).withExif({
      IFD0: { Copyright: avifMarker },
      IFD3: { GPSLatitude: '52/1 31/1 12/1', GPSLatitudeRef: 'N' },
    });
    yield {
      name: 'avif EXIF GPS',
      filename: 'a.avif',
      bytes: await marked.avif({ effort: 0 }).toBuffer(),
      expect: 'served',
      marker: avifMarker,
    };
    for (let turn = 1; turn <= 8; turn++) {
      const planted = marker();
      const turned = await sharp(seeds.jpeg).withMetadata({ orientation: turn }).jpeg().toBuffer();
      yield {
        name: `orientation ${turn}`,
        filename: 'turned.jpg',
        bytes: intoJpeg(turned, jpegSegment(0xfe, ascii(planted))),
        expect: 'served',
        marker: planted,
      };
    }
    for (const [name, [bytes, expect]] of Object.entries(polyglots).map(([n, make]) => [n, make(seeds)] as const))
      yield { name: `polyglot: ${name}`, filename: 'p.jpg', bytes, expect };
    for (const [name, make] of Object.entries(svgs))
      yield {
        name: `svg: ${name}`,
        filename: random.pick(['a.svg', 'a.jpg', 'a.png']),
        bytes: make(),
        expect: 'refused',
      };
    for (const [name, make] of Object.entries(notImages))
      yield {
        name: `not an image: ${name}`,
        filename: random.pick(['a.jpg', 'a.webp']),
        bytes: make(),
        expect: 'refused',
      };
    for (const format of formats) {
      const bytes = seeds[format];
      yield {
        name: `${format} under a wrong name`,
        filename: random.pick(['a.exe', 'a.svg', '../../../etc/passwd', 'a.php\0.jpg']),
        bytes,
        expect: 'served',
      };
      for (let i = small ? 1 : 3; i > 0; i--) {
        const cut = 1 + random.int(bytes.length - 200);
        yield { name: `${format} cut at ${cut}`, filename: 'cut.jpg', bytes: bytes.subarray(0, cut), expect: 'either' };
        yield { name: `${format} damaged`, filename: 'damaged.jpg', bytes: damage(bytes, random), expect: 'either' };
      }
      yield {
        name: `${format} cut in half`,
        filename: 'half.jpg',
        bytes: bytes.subarray(0, bytes.length >> 1),
        expect: 'refused',
      };
    }
    yield {
      name: 'corrupt EXIF',
      filename: 'e.jpg',
      bytes: intoJpeg(
        seeds.jpeg,
        jpegSegment(0xe1, damage(Buffer.concat([ascii('Exif\0\0'), exif('x'.repeat(40))]), random)),
      ),
      expect: 'either',
    };
  }
  const seeds = await makeSeeds(random);
  const still = await picture(random, 16, 16).webp().toBuffer();
  for (const frames of small ? [3000] : [101, 1000, 3000, 10_000]) {
    yield {
      name: `webp of ${frames} frames`,
      filename: 'a.webp',
      bytes: animatedWebp(still, 16, 16, frames),
      expect: 'refused',
    };
    yield { name: `gif of ${frames} frames`, filename: 'a.gif', bytes: animatedGif(frames), expect: 'refused' };
    yield {
      name: `png of ${frames} frames`,
      filename: 'a.png',
      bytes: animatedPng(await picture(random, 16, 16).png().toBuffer(), 16, 16, frames),
      expect: 'either',
    };
  }
  yield { name: 'webp of 3 frames', filename: 'a.webp', bytes: animatedWebp(still, 16, 16, 3), expect: 'served' };
  for (const { name, make, expect } of bombs(seeds, random))
    if (!small || name.includes('claims'))
      yield { name: `bomb: ${name}`, filename: 'bomb.png', bytes: await make(), expect };
}
