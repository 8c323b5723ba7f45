import { crc32, deflateSync } from 'node:zlib';

/** A picture to send where no camera is at hand: a small PNG of coloured hills, different for each number. */
export const paint = (number: number, width = 160, height = 120): Uint8Array<ArrayBuffer> => {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const hill = height / 2 + 30 * Math.sin((x * (number + 2)) / 40) + 15 * Math.cos((x + number * 37) / 13);
      const colour = y < hill ? [120, 170, 200 + (y % 50)] : [40 + ((number * 53) % 160), 140 - (y % 60), 60];
      rows.set(colour, y * (width * 3 + 1) + 1 + x * 3);
    }
  const chunk = (type: string, body: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(type), body]);
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32BE(body.length, 0);
    sizes.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([sizes.subarray(0, 4), named, sizes.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([signature, ...parts]));
};
