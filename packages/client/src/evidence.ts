import type { LogFiles } from '@trigpoint/log';
import type { Evidence, EvidencePart, SeriesFault, Verdict } from '@trigpoint/proofs';
import type { Findings } from './anchor/anchored.ts';
import type { AnchorReaders } from './anchor/anchors.ts';
import type { CallOptions, Client } from './client.ts';
import type { LogTrust, Trust } from './trust.ts';

export type { Evidence } from '@trigpoint/proofs';

/**
 * How far evidence holds. `consistent`: it agrees with itself. `signed`: those who are named in it signed what they said.
 * `anchored`: the chain and the log that the verifier named have it. Each includes the one before it.
 */
export type Reached = 'nothing' | 'consistent' | 'signed' | 'anchored';

/** The result of checking evidence. */
export interface Checked {
  readonly reached: Reached;
  /** What does not hold, each as a sentence with the step that it belongs to. */
  readonly problems: readonly {
    readonly step: Exclude<Reached, 'nothing'>;
    /** The part of the file that the problem is about, if it is one part. */
    readonly part?: EvidencePart;
    readonly problem: string;
  }[];
  /** What was compared with the chain and the log, and holds. */
  readonly held: readonly string[];
  /** What was not compared. */
  readonly unchecked: readonly string[];
  /** What rests on the operator's word alone. */
  readonly asserted: readonly string[];
  /** How many owners of the drawn challengers the verifier knows, if it named any. */
  readonly owners?: { readonly known: number; readonly drawn: number };
  /** What single readings prove beyond the verdict, such as a prover's fraud. */
  readonly faults: readonly { readonly challenger: string; readonly fault: SeriesFault }[];
  readonly verdict: Verdict;
}

/**
 * The whole signed transcript of an ended challenge, with everything that is needed to check it again.
 *
 * ```ts
 * const evidence = await readEvidence(client, challengeId);
 * const { reached, verdict } = await verifyEvidence(evidence);
 * ```
 */
export async function readEvidence(client: Client, challengeId: string, options?: CallOptions): Promise<Evidence> {
  const { result } = await client.call('challenge-evidence', { challenge_id: challengeId }, options);
  const evidence = result as unknown as Evidence;
  // The service could answer with evidence of another challenge. That can hold, but says nothing about this challenge.
  const { challenge_id: given } = evidence.transcript;
  if (given !== challengeId)
    throw new TypeError(`The service answered with the evidence of challenge ${given}, not of ${challengeId}.`);
  return evidence;
}

/**
 * Whether a value is evidence at all. What comes from a file may be anything.
 *
 * ```ts
 * const value: unknown = JSON.parse(text);
 * if (isEvidence(value)) await verifyEvidence(value);
 * ```
 */
export function isEvidence(value: unknown): value is Evidence {
  const { transcript, transcript_hash, eligible_tree, log } = (value ?? {}) as Partial<Evidence>;
  return (
    typeof transcript === 'object' &&
    transcript !== null &&
    typeof transcript.proof_type === 'string' &&
    (transcript.draw === null || Array.isArray(transcript.draw?.seats)) &&
    typeof transcript_hash === 'string' &&
    typeof eligible_tree === 'object' &&
    (log === undefined || log === null || (typeof log.entry === 'string' && typeof log.proof === 'string'))
  );
}

/**
 * Whether the log that the verifier named has the evidence: only the part of `verifyEvidence` that is about the log.
 *
 * ```ts
 * const { problems } = await checkLogEntry(JSON.parse(text), { vkey: (await readServiceInfo(client)).log.vkey });
 * ```
 */
export async function checkLogEntry(evidence: Evidence, trust: LogTrust, files?: LogFiles): Promise<Findings> {
  const { checkLog } = await import('./anchor/index.ts');
  return checkLog(evidence, trust, files);
}

/**
 * Whether a log continues the root that the service's coordinator recorded on the chain. The result is empty if no chain or no log is
 * named.
 *
 * ```ts
 * // import { checkLogOnChain, readServiceInfo } from '@trigpoint/client';
 * const { vkey } = (await readServiceInfo(client)).log;
 * const { problems } = await checkLogOnChain({ log: { vkey, url: `${url}/log` } });
 * ```
 */
export async function checkLogOnChain(trust: Trust): Promise<Findings> {
  const { compareLogOnChain } = await import('./examine-evidence.ts');
  return compareLogOnChain(trust);
}

/**
 * Checks evidence. Without `trust` it works offline: it checks hashes, every signature, the draw and the verdict. With `trust` it also
 * compares the evidence with the chain and the log that the verifier names there. The rules are loaded when this is first called.
 *
 * ```ts
 * const { reached, problems } = await verifyEvidence(JSON.parse(text));
 * ```
 */
export async function verifyEvidence(evidence: Evidence, trust?: Trust, readers?: AnchorReaders): Promise<Checked> {
  const { examine } = await import('./examine-evidence.ts');
  return examine(evidence, trust, readers);
}
