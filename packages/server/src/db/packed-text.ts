import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** The compression level. Higher levels take twice the time and save a twentieth of the bytes. */
const level = 3;
/** Shorter texts are compressed at once, because passing them to a thread would take longer. */
const shortest = 16_384;
/** Marks a reference. JSON cannot contain this character, so nothing else looks like a reference. */
const mark = '\u0001';

/**
 * Compresses a JSON text. `known` has texts that are stored elsewhere. Where the JSON text contains one of them as a string,
 * the packed text has its number instead. The known texts must be in the order in which they occur. One that does not occur
 * is skipped.
 */
export const pack = async (json: string, known: readonly string[] = []): Promise<Uint8Array> => {
  if (json.includes(mark)) throw new Error('A text with a control character is no JSON.');
  const parts: string[] = [];
  let from = 0;
  for (const [i, text] of known.entries()) {
    if (text === '') continue;
    const literal = JSON.stringify(text);
    const at = json.indexOf(literal, from);
    if (at < 0) continue;
    parts.push(json.slice(from, at), mark, String(i), mark);
    from = at + literal.length;
  }
  const text = [...parts, json.slice(from)].join('');
  return text.length < shortest ? deflateRawSync(text, { level }) : deflate(text, { level });
};

/** Gives the text back. `known` must be the same as when it was packed. */
export const unpack = async (packed: Uint8Array, known: readonly string[] = []): Promise<string> => {
  const text = (packed.length < shortest ? inflateRawSync(packed) : await inflate(packed)).toString('utf8');
  return text
    .split(mark)
    .map((part, i) => (i % 2 === 0 ? part : JSON.stringify(knownAt(known, Number(part)))))
    .join('');
};

const knownAt = (known: readonly string[], i: number): string => {
  const text = known[i];
  if (text === undefined) throw new Error(`A packed text refers to text ${i} of ${known.length}.`);
  return text;
};
