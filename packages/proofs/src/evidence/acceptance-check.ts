import { type EntryOf, parseEntry } from '@trigpoint/log';
import { directRequest, unlessThrows } from '@trigpoint/protocol';
import { askHash, consentHash, rulesHash } from './seed.ts';
import type { Transcript } from './transcript.ts';

/** Reads an acceptance. Undefined for a text that is none. */
export const readAcceptance = (entry: string): EntryOf<'acceptance'> | undefined => {
  const says = unlessThrows(() => parseEntry(entry));
  return says?.kind === 'acceptance' ? says : undefined;
};

/** The entry of the log about the tree that was drawn from. Undefined if the transcript does not have it. */
export const readTreeEntry = ({ acceptance }: Pick<Transcript, 'acceptance'>): EntryOf<'tree'> | undefined => {
  const says = unlessThrows(() => acceptance?.tree && parseEntry(acceptance.tree.entry));
  return says?.kind === 'tree' ? says : undefined;
};

/**
 * Whether the tree was logged before the request was made. For a request on chain, the blocks of the two show it. In a direct
 * request the payer names the size of the log, and this size shows it. It counts only if the payer signed the request.
 */
export const isTreeEarly = ({
  acceptance,
  block_number,
  request,
}: Pick<Transcript, 'acceptance' | 'block_number' | 'request'>): boolean => {
  if (request) {
    const seen = request.signature === null ? 0 : directRequest.parse(request.text).log_size;
    return acceptance?.tree != null && acceptance.tree.index < seen;
  }
  const block = readTreeEntry({ acceptance })?.block ?? null;
  return block !== null && block_number !== null && block < block_number;
};

/** Checks that the acceptance names a tree that the log had before it. */
const checkTree = (transcript: Transcript, says: EntryOf<'acceptance'>): string[] => {
  const { acceptance, proof_type, prover } = transcript;
  const tree = readTreeEntry(transcript);
  if (!acceptance?.tree || !tree) return ['The entry of the log that names the eligible tree is missing.'];
  const fits =
    tree.root === says.tree_root &&
    tree.size === says.tree_size &&
    tree.proof_type === proof_type &&
    tree.family === prover?.id.split('/')[0] &&
    acceptance.tree.index === says.tree_index &&
    acceptance.tree.index < acceptance.index;
  return fits ? [] : ['The entry of the log is about another eligible tree than the acceptance names.'];
};

/** Whether the acceptance fixed the rules of the draw, before anybody could know the seed. */
export const areRulesFixed = ({ acceptance }: Pick<Transcript, 'acceptance'>): boolean =>
  acceptance !== null && readAcceptance(acceptance.entry)?.rules !== undefined;

/** Whether the draw has the rules that the acceptance names. */
const fitsRules = ({ draw, settings, submitted_at }: Transcript, { rules }: EntryOf<'acceptance'>): boolean => {
  if (!draw || rules === undefined) return true;
  const { prover_networks, systems_table } = draw;
  return rules === rulesHash({ settings, submitted_at, prover_networks, systems_table });
};

/** Checks that the acceptance is about this challenge, this consent and this tree. Returns what does not hold, as sentences. */
export const checkAcceptance = (transcript: Transcript): string[] => {
  const { acceptance, consent, prover, draw, tries } = transcript;
  if (acceptance === null)
    return [
      ...(draw || transcript.void === null ? ['Challengers were drawn without an acceptance in the log.'] : []),
      ...(tries === null ? [] : ['A try is counted, and there is no acceptance.']),
    ];
  const says = readAcceptance(acceptance.entry);
  if (!says) return ['The acceptance cannot be read.'];
  const isAbout = (name: string, holds: boolean) => (holds ? [] : [`The acceptance is about another ${name}.`]);
  const isTree = !draw || (says.tree_root === draw.eligible.root && says.tree_size === draw.eligible.size);
  return [
    ...isAbout('challenge', says.challenge === transcript.challenge_id && says.proof_type === transcript.proof_type),
    ...isAbout('prover', says.prover === prover?.id),
    ...isAbout('ask', says.ask === askHash(transcript.info)),
    ...isAbout('block of the request', says.request_block === transcript.block_number),
    ...isAbout('consent', consent !== null && says.consent === consentHash(consent.text)),
    ...isAbout('eligible tree', isTree),
    ...isAbout('set of rules', fitsRules(transcript, says)),
    ...checkTree(transcript, says),
    ...(Number.isInteger(tries) && (tries as number) >= 1 ? [] : ['The try of this acceptance is not counted.']),
    ...(Number.isInteger(acceptance.index) && acceptance.index >= 0 && acceptance.index > (says.previous ?? -1)
      ? []
      : ['The acceptance does not stand behind the one before it in the log.']),
  ];
};
