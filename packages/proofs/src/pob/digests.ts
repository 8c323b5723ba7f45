import { bytesOfHex, hexOfBytes } from '#hex';
import { runningSha256 } from '#sha256';
import { type DownReport, readReceived } from './report.ts';
import { DATAGRAM_BYTES, DATAGRAMS_MAX } from './spec.ts';

/** An even number, so that every block of the stream starts with a block of the cipher: 2 × 1,400 bytes are 175 × 16. */
const BLOCK_DATAGRAMS = 370;

/**
 * Makes the datagrams again that the prover says it received, and compares every digest that it signed. Returns the index of the
 * first false digest, or undefined if all are true. A prover that had all those bytes would not have signed a false one. It uses
 * nothing but WebCrypto and JavaScript, so that anyone can run it anywhere.
 */
export async function checkDigests(
  report: Pick<DownReport, 'checkpoints' | 'received' | 'tag' | 'flow'>,
  seed: Uint8Array,
): Promise<number | undefined> {
  const received = readReceived(report);
  const tag = bytesOfHex(report.tag);
  const hash = runningSha256();
  const blockAt = await openBlocks(seed);
  let block = new Uint8Array(0);
  let first = -BLOCK_DATAGRAMS;
  let seq = 0;
  let through = 0;
  for (const [index, [until, digest]] of report.checkpoints.entries()) {
    // Checkpoints never go back, and never go beyond the map of what arrived.
    // No round sends more than that, so whoever claims more has made it up to keep a verifier busy.
    if (until < through || until > Math.min(DATAGRAMS_MAX, received.length * 8)) return index;
    through = until;
    for (; seq < until; seq++) {
      if ((((received[seq >> 3] ?? 0) >> (seq & 7)) & 1) === 0) continue;
      if (seq >= first + BLOCK_DATAGRAMS) {
        first = Math.floor(seq / BLOCK_DATAGRAMS) * BLOCK_DATAGRAMS;
        block = await blockAt(first);
      }
      const at = (seq - first) * DATAGRAM_BYTES;
      const datagram = block.subarray(at, at + DATAGRAM_BYTES);
      writeHead(datagram, tag, report.flow, seq);
      hash.update(datagram);
    }
    if (hexOfBytes(hash.copy().digest()) !== digest) return index;
  }
  return undefined;
}

async function openBlocks(seed: Uint8Array): Promise<(first: number) => Promise<Uint8Array<ArrayBuffer>>> {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey('raw', Uint8Array.from(seed), 'AES-CTR', false, ['encrypt']);
  const zeros = new Uint8Array(BLOCK_DATAGRAMS * DATAGRAM_BYTES);
  return async (first) => {
    const counter = new Uint8Array(16);
    new DataView(counter.buffer).setBigUint64(8, BigInt((first * DATAGRAM_BYTES) / 16));
    return new Uint8Array(await subtle.encrypt({ name: 'AES-CTR', counter, length: 64 }, key, zeros));
  };
}

/** The head of a downlink datagram, as wire.ts writes it: type DATA, the flow, the length, the number, no nonce. */
function writeHead(datagram: Uint8Array, tag: Uint8Array, flow: number, seq: number): void {
  datagram.set(tag, 0);
  const view = new DataView(datagram.buffer, datagram.byteOffset);
  view.setUint8(16, 20);
  view.setUint8(17, flow);
  view.setUint16(18, DATAGRAM_BYTES);
  view.setUint32(20, seq);
  view.setUint32(24, 0);
  view.setUint32(28, 0);
}
