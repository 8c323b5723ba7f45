import { deflateSync } from 'node:zlib';
import { ascii, intoJpeg, intoPng, jpegSegment, pngChunk, riffChunk, vp8x, webp, webpImage } from './containers.ts';

/**
 * Every place in a photo file where someone's whereabouts can hide, with a marker planted in it.
 * Each plant takes a clean file and gives the same picture with the marker in one place.
 */
export interface Seeds {
  jpeg: Buffer;
  png: Buffer;
  webp: Buffer;
  avif: Buffer;
  /** A valid ICC profile with a text long enough to plant a marker in. */
  icc: Buffer;
  width: number;
  height: number;
}

/** TIFF structure with a marker as Copyright and as GPSProcessingMethod, and a GPS position: what a phone writes. */
export const exif = (marker: string) => {
  const text = Buffer.concat([ascii(marker), Buffer.alloc(1)]);
  const method = Buffer.concat([ascii('ASCII\0\0\0'), ascii(marker)]);
  const at = { text: 8 + 2 + 2 * 12 + 4, gps: 0, lat: 0, lon: 0, method: 0 };
  at.gps = at.text + text.length + (text.length % 2);
  at.lat = at.gps + 2 + 5 * 12 + 4;
  at.lon = at.lat + 24;
  at.method = at.lon + 24;
  const out = Buffer.alloc(at.method + method.length);
  const entry = (offset: number, tag: number, type: number, count: number, value: number) => {
    out.writeUInt16LE(tag, offset);
    out.writeUInt16LE(type, offset + 2);
    out.writeUInt32LE(count, offset + 4);
    out.writeUInt32LE(value, offset + 8);
  };
  out.write('II*\0', 'latin1');
  out.writeUInt32LE(8, 4);
  out.writeUInt16LE(2, 8);
  entry(10, 0x8298, 2, text.length, at.text);
  entry(22, 0x8825, 4, 1, at.gps);
  text.copy(out, at.text);
  out.writeUInt16LE(5, at.gps);
  entry(at.gps + 2, 1, 2, 2, 'N'.charCodeAt(0));
  entry(at.gps + 14, 2, 5, 3, at.lat);
  entry(at.gps + 26, 3, 2, 2, 'E'.charCodeAt(0));
  entry(at.gps + 38, 4, 5, 3, at.lon);
  entry(at.gps + 50, 27, 7, method.length, at.method);
  for (const [offset, numbers] of [
    [at.lat, [52, 1, 31, 1, 12, 1]],
    [at.lon, [13, 1, 24, 1, 18, 1]],
  ] as const)
    numbers.forEach((value, i) => {
      out.writeUInt32LE(value, offset + 4 * i);
    });
  method.copy(out, at.method);
  return out;
};

const xmp = (marker: string) =>
  ascii(
    `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" exif:GPSLatitude="52,31.2N" exif:GPSLongitude="13,24.3E" dc:source="${marker}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
  );

/** Photoshop's resource block with an IPTC caption. */
const iptc = (marker: string) => {
  const caption = Buffer.concat([Buffer.from([0x1c, 2, 120, 0, marker.length]), ascii(marker)]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(caption.length);
  return Buffer.concat([ascii('Photoshop 3.0\x008BIM\x04\x04\0\0'), size, caption, Buffer.alloc(caption.length % 2)]);
};

const markedIcc = (icc: Buffer, marker: string) => {
  const marked = Buffer.from(icc);
  const at = marked.indexOf('text', 128, 'latin1') + 8;
  marked.write(marker, at, 'latin1');
  return marked;
};

type Plant = (seeds: Seeds, marker: string) => Buffer;

const jpegApp =
  (n: number): Plant =>
  (s, m) =>
    intoJpeg(s.jpeg, jpegSegment(0xe0 + n, ascii(`VENDOR\0${m}`)));
const inWebp =
  (type: string, flag: 'exif' | 'xmp' | 'icc' | undefined, body: (s: Seeds, m: string) => Buffer): Plant =>
  (s, m) => {
    const chunk = riffChunk(type, body(s, m));
    const head = flag ? vp8x(s.width, s.height, flag) : vp8x(s.width, s.height);
    return flag === 'icc' ? webp(head, chunk, webpImage(s.webp)) : webp(head, webpImage(s.webp), chunk);
  };

export const plants: Record<string, Plant> = {
  'jpeg EXIF GPS': (s, m) => intoJpeg(s.jpeg, jpegSegment(0xe1, Buffer.concat([ascii('Exif\0\0'), exif(m)]))),
  'jpeg XMP': (s, m) =>
    intoJpeg(s.jpeg, jpegSegment(0xe1, Buffer.concat([ascii('http://ns.adobe.com/xap/1.0/\0'), xmp(m)]))),
  'jpeg extended XMP': (s, m) =>
    intoJpeg(
      s.jpeg,
      jpegSegment(
        0xe1,
        Buffer.concat([ascii(`http://ns.adobe.com/xmp/extension/\0${'0'.repeat(32)}`), Buffer.alloc(8), xmp(m)]),
      ),
    ),
  'jpeg IPTC': (s, m) => intoJpeg(s.jpeg, jpegSegment(0xed, iptc(m))),
  'jpeg ICC text': (s, m) =>
    intoJpeg(s.jpeg, jpegSegment(0xe2, Buffer.concat([ascii('ICC_PROFILE\0\x01\x01'), markedIcc(s.icc, m)]))),
  'jpeg comment': (s, m) => intoJpeg(s.jpeg, jpegSegment(0xfe, ascii(m))),
  'jpeg after the end': (s, m) => Buffer.concat([s.jpeg, ascii(m)]),
  'jpeg second picture (MPF, depth, motion) with EXIF': (s, m) =>
    Buffer.concat([s.jpeg, intoJpeg(s.jpeg, jpegSegment(0xe1, Buffer.concat([ascii('Exif\0\0'), exif(m)])))]),
  'jpeg everything at once': (s, m) =>
    Buffer.concat([
      intoJpeg(
        s.jpeg,
        jpegSegment(0xe1, Buffer.concat([ascii('Exif\0\0'), exif(m)])),
        jpegSegment(0xed, iptc(m)),
        jpegSegment(0xfe, ascii(m)),
      ),
      ascii(m),
    ]),
  ...Object.fromEntries([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15].map((n) => [`jpeg APP${n}`, jpegApp(n)])),
  'png eXIf GPS': (s, m) => intoPng(s.png, pngChunk('eXIf', exif(m))),
  'png XMP': (s, m) => intoPng(s.png, pngChunk('iTXt', Buffer.concat([ascii('XML:com.adobe.xmp\0\0\0\0\0'), xmp(m)]))),
  'png tEXt': (s, m) => intoPng(s.png, pngChunk('tEXt', ascii(`Comment\0${m}`))),
  'png iTXt': (s, m) => intoPng(s.png, pngChunk('iTXt', ascii(`Title\0\0\0en\0\0${m}`))),
  'png zTXt': (s, m) =>
    intoPng(s.png, pngChunk('zTXt', Buffer.concat([ascii('Author\0\0'), deflateSync(ascii(m), { level: 0 })]))),
  'png iCCP text': (s, m) =>
    intoPng(
      s.png,
      pngChunk('iCCP', Buffer.concat([ascii(`${m.slice(0, 60)}\0\0`), deflateSync(markedIcc(s.icc, m), { level: 0 })])),
    ),
  'png unknown chunk': (s, m) => intoPng(s.png, pngChunk('prVt', ascii(m))),
  'png sPLT': (s, m) =>
    intoPng(s.png, pngChunk('sPLT', Buffer.concat([ascii(`${m.slice(0, 60)}\0\x08`), Buffer.alloc(6)]))),
  'png raw EXIF profile': (s, m) => {
    const hex = exif(m).toString('hex');
    return intoPng(s.png, pngChunk('tEXt', ascii(`Raw profile type exif\0\nexif\n${hex.length / 2}\n${hex}\n${m}`)));
  },
  'png after the end': (s, m) => Buffer.concat([s.png, ascii(m)]),
  'webp EXIF GPS': inWebp('EXIF', 'exif', (_, m) => exif(m)),
  'webp EXIF GPS with prefix': inWebp('EXIF', 'exif', (_, m) => Buffer.concat([ascii('Exif\0\0'), exif(m)])),
  'webp XMP': inWebp('XMP ', 'xmp', (_, m) => xmp(m)),
  'webp ICC text': inWebp('ICCP', 'icc', (s, m) => markedIcc(s.icc, m)),
  'webp unknown chunk': inWebp('TRIG', undefined, (_, m) => ascii(m)),
  'webp after the end': (s, m) => Buffer.concat([s.webp, ascii(m)]),
};
