import {
  type LogFiles,
  leafHash,
  NoteError,
  type OpenedCheckpoint,
  openCheckpoint,
  openInclusion,
  parseEntry,
  parseInclusion,
  showContinued,
  TileReader,
  tileWidth,
  toHex,
  UnknownEntry,
  type VerifierKey,
  verifyInclusion,
} from '@trigpoint/log';
import { type Evidence, hashOf, isTreeEarly } from '@trigpoint/proofs/checking';
import { directRequest } from '@trigpoint/protocol';
import { type LogTrust, usualQuorum } from '../trust.ts';
import { keyOf } from '../trusted-key.ts';
import { Findings } from './anchored.ts';

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Compares evidence with a log whose key the verifier named. The evidence has the entry and the proof of its place. With `files` the
 * log itself is read, too: whether it continues the checkpoint of that proof. A log that gives no answer anchors nothing: its operator
 * may be hiding that it lacks an entry.
 */
export const checkLog = async (evidence: Evidence, trust: LogTrust, files?: LogFiles): Promise<Findings> => {
  const log = keyOf(trust.vkey);
  const witnesses = (trust.witnesses ?? []).map(keyOf);
  const found = new Findings();
  if (!evidence.log) {
    found.missing('The file carries no proof that the log has it: ask the service for it again.');
    return found;
  }
  found.compare(
    evidence.transcript.service.service === toHex(log.publicKey),
    'Everybody signed for the service with this log.',
    'The signatures are for a service with another log.',
  );
  if (!checkEntry(evidence, evidence.log.entry, found)) return found;
  let opened: OpenedCheckpoint;
  try {
    const bytes = new TextEncoder().encode(evidence.log.entry);
    const inclusion = parseInclusion(evidence.log.proof);
    opened = openInclusion(bytes, inclusion, log, witnesses);
    found.held.push(`It is entry ${inclusion.index} of the log ${log.name}.`);
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    found.problems.push(`The log ${log.name} does not have this entry: ${sentenceOf(error)}`);
    return found;
  }
  checkWitnesses(opened, witnesses, trust.quorum, found, evidence.transcript.version === 5);
  if (files) {
    await checkContinued(opened, log, files, found);
    await checkAccepted(evidence, opened, files, found);
    await checkNewestTree(evidence, opened, files, found);
  } else
    found.unchecked.push(
      'That the log still stands by this checkpoint, and has the acceptance and the eligible tree where the file says, was not asked: name its address for that.',
    );
  return found;
};

const checkEntry = ({ transcript, transcript_hash }: Evidence, text: string, found: Findings): boolean => {
  try {
    const entry = parseEntry(text);
    const fits =
      entry.kind === 'transcript' &&
      entry.challenge === transcript.challenge_id &&
      entry.transcript === hashOf(transcript) &&
      transcript_hash === entry.transcript &&
      entry.outcome === transcript.verdict.verified &&
      entry.acceptance === (transcript.acceptance?.index ?? null);
    if (!fits) found.problems.push('The entry of the log is about something else.');
    return fits;
  } catch (error) {
    if (error instanceof UnknownEntry) found.missing(`The entry of the log ${needsNewer}`);
    else found.problems.push(`The entry of the log cannot be read: ${sentenceOf(error)}`);
    return false;
  }
};

/** About an entry that only a newer release can read. Nothing is wrong with it. */
const needsNewer = 'was written by a newer release. Install the newest Trigpoint and check again.';

const tooEarly = 'They cosign within a minute of the end: get the evidence again if you got it before.';

const checkWitnesses = (
  { witnesses: cosigned }: OpenedCheckpoint,
  named: readonly VerifierKey[],
  given: number | undefined,
  found: Findings,
  isDirect: boolean,
): void => {
  if (named.length === 0) {
    // If no chain has the request and its result, only the witnesses keep the operator from changing its log.
    if (isDirect)
      found.missing(
        'No witnesses were named. Witnesses are others who cosign the log, and without a chain only they keep the operator from changing it. Name the keys of some that you trust.',
      );
    else
      found.unchecked.push(
        'No witnesses were named. Witnesses are others who cosign the log; without them the operator could show somebody else another log. Name the keys of some that you trust.',
      );
    return;
  }
  const quorum = given ?? usualQuorum(named.length);
  const count = new Set(cosigned.map(({ key }) => key)).size;
  found.compare(
    count >= quorum,
    `${count} of the ${named.length} witnesses named cosigned the checkpoint.`,
    `${count} of the ${named.length} witnesses named cosigned the checkpoint; ${quorum} are needed.${count === 0 ? ` ${tooEarly}` : ''}`,
  );
};

const checkContinued = async (
  older: OpenedCheckpoint,
  log: VerifierKey,
  files: LogFiles,
  found: Findings,
): Promise<void> => {
  try {
    const newest = openCheckpoint(await files.checkpoint(), log);
    // The log may have been asked at a node that is a moment behind.
    const [from, to] = older.size <= newest.size ? [older, newest] : [newest, older];
    found.compare(
      await showContinued(files.tile, from, to),
      `The log, now of ${newest.size} entries, continues that checkpoint.`,
      'The log has forked: what it shows now does not continue the checkpoint in the file.',
    );
  } catch (error) {
    if (error instanceof NoteError)
      found.problems.push(`The log's newest checkpoint does not hold: ${sentenceOf(error)}`);
    else found.missing(`The log could not be read: ${sentenceOf(error)}`);
  }
};

/** Whether the log has the acceptance and the eligible tree at the places that the file names, under the same checkpoint. */
const checkAccepted = async (
  { transcript: { acceptance } }: Evidence,
  { size, root }: OpenedCheckpoint,
  files: LogFiles,
  found: Findings,
): Promise<void> => {
  const reader = new TileReader(size, files.tile);
  for (const [what, logged] of [
    ['the acceptance', acceptance],
    ['the eligible tree', acceptance?.tree],
  ] as const) {
    if (!logged) continue;
    const { entry, index } = logged;
    try {
      const leaf = leafHash(new TextEncoder().encode(entry));
      const holds = index < size && verifyInclusion({ leaf, index, size, root, path: await reader.inclusion(index) });
      found.compare(
        holds,
        `The log has ${what} as entry ${index}.`,
        `The log does not have ${what} as entry ${index}.`,
      );
    } catch (error) {
      found.missing(`The log could not be read: ${sentenceOf(error)}`);
    }
  }
};

/** The most entries that are read to see whether one of them is a newer tree: 16 bundles. */
const mostBetween = 4_096;

/**
 * Checks that the log had no newer eligible tree before the request. It does so for direct requests that their payer signed: only the
 * payer says how much of the log there was. For a request on chain its block shows that, and monitors check it.
 */
const checkNewestTree = async (
  { transcript }: Evidence,
  { size, root }: OpenedCheckpoint,
  files: LogFiles,
  found: Findings,
): Promise<void> => {
  const { acceptance, request, proof_type, prover } = transcript;
  if (!request || !acceptance?.tree || !isTreeEarly(transcript)) return;
  const { index: newest } = acceptance.tree;
  const { log_size: seen } = directRequest.parse(request.text);
  if (seen - newest > mostBetween) {
    found.unchecked.push(
      `Whether one of ${seen - newest} entries before the request is a newer tree was not looked at.`,
    );
    return;
  }
  try {
    const reader = new TileReader(size, files.tile);
    let isNewest = true;
    let bundle: readonly Uint8Array[] = [];
    for (let index = newest + 1; index < seen; index++) {
      if (bundle.length === 0 || index % tileWidth === 0) bundle = await reader.entries(Math.floor(index / tileWidth));
      const bytes = bundle[index % tileWidth] as Uint8Array;
      const path = await reader.inclusion(index);
      if (!verifyInclusion({ leaf: leafHash(bytes), index, size, root, path }))
        throw new NoteError(`entry ${index} is not the one that the log has.`);
      const entry = parseEntry(new TextDecoder().decode(bytes));
      if (entry.kind === 'tree' && entry.proof_type === proof_type && entry.family === prover?.id.split('/')[0])
        isNewest = false;
    }
    found.compare(
      isNewest,
      'The log had no newer eligible tree when the payer signed the request.',
      'The log had a newer eligible tree when the payer signed the request.',
    );
  } catch (error) {
    found.missing(
      error instanceof UnknownEntry
        ? `Whether the log had a newer eligible tree is open: an entry before the request ${needsNewer}`
        : `The log could not be read: ${sentenceOf(error)}`,
    );
  }
};
