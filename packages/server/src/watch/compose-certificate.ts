import {
  type Certificate,
  certificateText,
  readCertificate,
  seenIn,
  summaryOf,
  witnessedBy,
} from '@trigpoint/log/watches';
import { readText, shareText } from '../threads/shared-text.ts';

/** The parts of a certificate. Long lists come in pieces. Each piece is a JSON text in memory that the thread shares. */
export interface CertificateParts {
  readonly head: Pick<Certificate, 'log' | 'watch' | 'from' | 'to' | 'issued_at' | 'name' | 'asks' | 'checkpoint'>;
  /** The size of the log at the checkpoint. Later entries are left out. */
  readonly size: number;
  /** Lists of entries, in any order. */
  readonly entries: readonly Uint8Array[];
  /** Hashes by their names. A hash may be in several pieces. */
  readonly subtrees: readonly Uint8Array[];
  /** Lists of checkpoints that witnesses cosigned, in any order. */
  readonly seen: readonly Uint8Array[];
}

export interface ComposedCertificate {
  /** The JSON text of the certificate without its last field, the signature. */
  readonly json: Uint8Array;
  /** The text that the service signs. */
  readonly text: string;
}

const read = <T>(parts: readonly Uint8Array[]): T[] => parts.map((it) => JSON.parse(readText(it)));

/** Composes a certificate, reads it as a verifier does, and adds the counts. */
export const composeCertificate = ({ head, size, ...parts }: CertificateParts): ComposedCertificate => {
  const entries = read<Certificate['entries']>(parts.entries)
    .flat()
    .filter((it) => it.index < size)
    .sort((a, b) => a.index - b.index);
  const subtrees = new Map(read<Certificate['subtrees']>(parts.subtrees).flatMap((it) => Object.entries(it)));
  const seen = [...new Set(read<string[]>(parts.seen).flat())]
    .map((note) => ({ note, all: seenIn(note) }))
    .filter(({ all: [it] }) => it !== undefined && it.size <= size)
    .sort(({ all: [a] }, { all: [b] }) => (a?.size ?? 0) - (b?.size ?? 0));
  const { log, watch, from, to, issued_at, name, asks, checkpoint } = head;
  const uncounted = {
    ...{ kind: 'trigpoint certificate' as const, version: 1 as const, log, watch, from, to, issued_at, name },
    summary: {} as Certificate['summary'],
    ...{ asks, entries },
    subtrees: Object.fromEntries([...subtrees].sort(([a], [b]) => (a < b ? -1 : 1))),
    ...{ checkpoint, seen: seen.map(({ note }) => note) },
  };
  const found = readCertificate({ ...uncounted, signature: '' });
  const summary = summaryOf(found, uncounted, witnessedBy(seen.flatMap(({ all }) => all)));
  if (!summary || found.problems.length > 0)
    throw new Error(`The log of watch ${watch} does not hold: ${found.problems.slice(0, 3).join(' ')}`);
  const whole = { ...uncounted, summary };
  return { json: shareText(JSON.stringify(whole).slice(0, -1)), text: certificateText(whole) };
};
