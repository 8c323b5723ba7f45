import { composeEntry, parseEntry } from '@trigpoint/log';
import {
  drawFor,
  drawSeed,
  type EligibleLeaf,
  type Evidence,
  finalState,
  hashOf,
  headOf,
  isSettled,
  judgeTranscript,
  leafOf,
  partOf,
  pol,
  recordingReader,
  treeOf,
  wirePool,
} from '@trigpoint/proofs';
import { parseReading } from '@trigpoint/protocol';

// biome-ignore lint/suspicious/noExplicitAny: a forger does not keep to types.
export type Loose = any;
/** Evidence in which everything may be rewritten. */
export type Draft = { -readonly [K in keyof Evidence]: Evidence[K] extends object | null ? Loose : Evidence[K] };

export const copy = (evidence: Evidence): Draft => structuredClone(evidence) as Draft;

export const rehash = (draft: Draft): Evidence => {
  draft.transcript_hash = hashOf(draft.transcript);
  return draft as unknown as Evidence;
};

const failureOf = (message: string | null): string =>
  message === null ? '' : (parseReading(message).failure?.failure ?? '');

/** State and verdict as they follow from what the draft says now. */
export const judgeAgain = async (draft: Draft): Promise<Evidence> => {
  const { transcript } = draft;
  // Cancelled seats are only believed if they could not change the verdict. Otherwise a forger calls them expired.
  if (!(await isSettled(pol, transcript, draft.calibration)))
    for (const seat of transcript.draw.seats) if (seat.state === 'cancelled') seat.state = 'expired';
  const near = transcript.draw.seats.filter((it: Loose) => !it.lookout);
  const parts = near.map((it: Loose) => ({ state: it.state, failure: failureOf(it.message) }));
  transcript.state = finalState(parts, pol.decode(transcript.info).tolerance);
  transcript.verdict = await judgeTranscript(pol, transcript, draft.calibration);
  return rehash(draft);
};

/** A challenger that could be drawn, with what an operator knows of it. */
export interface Member {
  readonly seat: Loose;
  readonly since: number;
  readonly system: string;
}

/** The challengers that the evidence shows completely: the seats, with their leaves. */
export const membersOf = (draft: Draft): Member[] => {
  const leaves = new Map<string, EligibleLeaf>();
  const collect = (part: Loose): void => {
    if (part === null || 'hash' in part) return;
    if ('id' in part) leaves.set(part.id, part);
    else for (const child of [part.left, part.right]) collect(child);
  };
  collect(draft.eligible_tree);
  return draft.transcript.draw.seats.map((seat: Loose) => {
    const { since, system } = leaves.get(seat.challenger.id) as EligibleLeaf;
    return { seat, since, system };
  });
};

/** Writes an entry of the log anew. */
export const rewrite = (entry: string, changes: object): string =>
  composeEntry({ ...parseEntry(entry), ...changes } as never);

/**
 * Draws again from another tree or with another seed. Acceptance, tree and draw are as they would have been, with the readings
 * that are there. False if too few can be drawn.
 */
export const drawAgain = (draft: Draft, members: readonly Member[], blockHash?: string): boolean => {
  const { transcript } = draft;
  const { draw, acceptance, prover } = transcript;
  const tree = treeOf(members.map(({ seat, since, system }) => leafOf(pol, seat.challenger, { since, system })));
  const { root, size } = headOf(tree);
  acceptance.tree.entry = rewrite(acceptance.tree.entry, { root, size });
  acceptance.entry = rewrite(acceptance.entry, { tree_root: root, tree_size: size });
  if (blockHash !== undefined) {
    transcript.seed.block_hash = blockHash;
    const { value } = transcript.seed;
    const { service, challenge_id } = transcript;
    draw.seed = drawSeed({ ...service, prover: prover.id, challenge_id, block_hash: blockHash, value });
  }
  const ask = pol.decode(transcript.info);
  const { open, opened } = recordingReader();
  const drawn = drawFor(
    pol,
    tree,
    {
      ...{ ask, settings: transcript.settings, seed: draw.seed, submittedAt: Date.parse(transcript.submitted_at) },
      ...{ proverKey: prover.public_key, proverOwner: draw.prover.owner },
      ...{ proverNetworks: draw.prover_networks, knowsSystems: draw.knows_systems },
    },
    open,
  );
  if (drawn.near.length < ask.challengers) return false;
  const byId = new Map(members.map((it) => [it.seat.challenger.id, it.seat]));
  const seated = (seats: typeof drawn.near, lookout: boolean) =>
    seats.map(({ leaf, from }) => ({ ...byId.get(leaf.id), lookout, from }));
  draw.eligible = { root, size };
  draw.pool = wirePool(drawn.pool);
  draw.passed_over = drawn.passedOver.map(({ leaf, reason }) => ({ challenger: leaf.id, reason }));
  draw.seats = [...seated(drawn.near, false), ...seated(drawn.lookouts, true)];
  draft.eligible_tree = JSON.parse(JSON.stringify(partOf(tree, opened)));
  return true;
};
