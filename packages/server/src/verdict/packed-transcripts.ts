import type { Identity } from '@trigpoint/proofs';
import { type History, readHistory } from '../coordination/histories.ts';
import type { Reader } from '../db/driver.ts';
import { pack, unpack } from '../db/packed-text.ts';
import { findTranscript } from './store.ts';

/** The texts that a transcript repeats from other rows, in the order of its canonical text. They do not change after the end. */
const repeated = ({ acceptance, consent, draw, assignments }: History): string[] => {
  const byId = new Map(assignments.map((it) => [it.challengerId, it]));
  const signed = (it: { readonly signature: string; readonly text: string } | undefined) =>
    it ? [it.signature, it.text] : [];
  const delegated = (it: Identity['delegation']) => (it ? [it.agent_signature, it.owner_signature, it.text] : []);
  return [
    ...(acceptance ? [acceptance.entry, acceptance.treeEntry] : []),
    ...signed(consent),
    ...(draw ? [...delegated(draw.prover.delegation), ...signed(draw.prover.description)] : []),
    ...(draw?.seats ?? []).flatMap(({ challenger, delegation, description }) => {
      const { message = '', signature = '' } = byId.get(challenger.id) ?? {};
      return [...delegated(delegation), ...signed(description), message, signature];
    }),
  ];
};

/** Packs a transcript. Texts that other rows have are not stored a second time. */
export const packTranscript = (body: string, history: History): Promise<Uint8Array> => pack(body, repeated(history));

/** The canonical text of a transcript, as it was hashed; undefined for a challenge that has not ended. */
export const readTranscriptText = async (db: Reader, challengeId: string): Promise<string | undefined> => {
  const found = await findTranscript(db, challengeId);
  if (!found || 'body' in found) return found?.body;
  return unpack(found.packed, repeated(await readHistory(db, challengeId)));
};
