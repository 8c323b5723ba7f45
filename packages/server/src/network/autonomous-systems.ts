import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isIPv4, isIPv6 } from 'node:net';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { groupsOf, plainAddress } from './addresses.ts';

/** Says which autonomous system announces an address, such as `AS64500`. An empty text if the table does not know. */
export interface AutonomousSystems {
  systemOf(address: string): string;
  /** How many ranges the table has. */
  readonly size: number;
  /** Which table this is; undefined if it was not read from a file. */
  readonly table: SystemsTable | undefined;
}

/** How evidence names a table. */
interface SystemsTable {
  /** SHA-256 of its file, in hex. */
  readonly sha256: string;
  /** When the file was last changed, in milliseconds. */
  readonly datedAt: number;
}

/** Used if the operator names no table: every system is unknown. */
export const noAutonomousSystems: AutonomousSystems = { systemOf: () => '', size: 0, table: undefined };

/**
 * Reads a table of autonomous systems: one range of addresses per line as first address, last address, number, and whatever
 * follows, separated by commas or tabs. `ip2asn-combined.tsv.gz` of iptoasn.com and `asn-ipv4.csv` of
 * ip-location-db are such tables. Ranges must not overlap. The 515,000 ranges of the whole Internet take 7 MB and some
 * seconds to read, without holding up anything else.
 */
export async function readAutonomousSystems(path: string): Promise<AutonomousSystems> {
  const table = new RangeTable();
  const { mtimeMs } = await stat(path);
  const hash = createHash('sha256');
  const file = createReadStream(path);
  file.on('data', (bytes) => hash.update(bytes));
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  // A pipe does not pass the file's errors on.
  file.on('error', (error) => input.destroy(error));
  for await (const line of createInterface({ input })) table.add(line, path);
  return table.finished({ sha256: hash.digest('hex'), datedAt: Math.floor(mtimeMs) });
}

/** Makes a table from lines that were already read. */
export function autonomousSystemsOf(lines: Iterable<string>): AutonomousSystems {
  const table = new RangeTable();
  for (const line of lines) table.add(line, 'the table');
  return table.finished(undefined);
}

/** The ranges while they are read. IPv4 uses 32 bits, IPv6 the first 64, because nobody announces less than a /64. */
class RangeTable {
  readonly #v4: [first: number, last: number, system: number][] = [];
  readonly #v6: [first: bigint, last: bigint, system: number][] = [];

  add(line: string, source: string): void {
    const [first = '', last = '', number = ''] = line.split(/[,\t]/, 3).map((it) => it.trim());
    if (first === '' || first.startsWith('#')) return;
    const system = Number(number.replace(/^AS/i, ''));
    if (!Number.isInteger(system) || system < 0 || system >= 2 ** 32) throw unreadable(line, source);
    // Zero stands for addresses that nobody announces.
    if (system === 0) return;
    if (isIPv4(first) && isIPv4(last)) this.#v4.push([bitsOf4(first), bitsOf4(last), system]);
    else if (isIPv6(first) && isIPv6(last)) this.#v6.push([bitsOf6(first), bitsOf6(last), system]);
    else throw unreadable(line, source);
  }

  finished(table: SystemsTable | undefined): AutonomousSystems {
    const v4 = this.#v4.sort(([a], [b]) => a - b);
    const v6 = this.#v6.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const find4 = finder(
      Uint32Array.from(v4, ([first]) => first),
      Uint32Array.from(v4, ([, last]) => last),
      Uint32Array.from(v4, ([, , system]) => system),
    );
    const find6 = finder(
      BigUint64Array.from(v6, ([first]) => first),
      BigUint64Array.from(v6, ([, last]) => last),
      Uint32Array.from(v6, ([, , system]) => system),
    );
    return {
      size: v4.length + v6.length,
      table,
      systemOf: (address) => {
        const plain = plainAddress(address);
        const system = isIPv4(plain) ? find4(bitsOf4(plain)) : isIPv6(plain) ? find6(bitsOf6(plain)) : undefined;
        return system === undefined ? '' : `AS${system}`;
      },
    };
  }
}

const unreadable = (line: string, source: string): Error =>
  new Error(`${source}: "${line.slice(0, 80)}" is not "first address, last address, number of the system".`);

interface Column<T> {
  readonly length: number;
  readonly [index: number]: T;
}

/** Finds the range that contains a value, by binary search. */
const finder =
  <T extends number | bigint>(first: Column<T>, last: Column<T>, systems: Uint32Array) =>
  (value: T): number | undefined => {
    let [low, high] = [0, first.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((first[middle] as T) <= value) low = middle + 1;
      else high = middle;
    }
    return low > 0 && value <= (last[low - 1] as T) ? systems[low - 1] : undefined;
  };

const bitsOf4 = (address: string): number => address.split('.').reduce((bits, part) => bits * 256 + Number(part), 0);

/** The first four groups of an IPv6 address. */
const bitsOf6 = (address: string): bigint =>
  groupsOf(address)
    .slice(0, 4)
    .reduce((bits, group) => (bits << 16n) | BigInt(Number.parseInt(group, 16)), 0n);
