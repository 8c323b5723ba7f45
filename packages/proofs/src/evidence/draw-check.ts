import { canonical } from '../canonical.ts';
import { drawFor, leafOf, wirePool } from '../committees.ts';
import { type DrawResult, headOf, MalformedTree, NotRevealed, readPartialTree } from '../draw/index.ts';
import type { ProofType } from '../proof-type.ts';
import type { Evidence } from './transcript.ts';

/** Repeats the draw over the part of the tree that the evidence carries, and compares the whole result. */
export const checkDraw = (proofType: ProofType, { transcript, eligible_tree }: Evidence): string[] => {
  const { draw, prover } = transcript;
  if (!draw) return eligible_tree === null ? [] : ['There is an eligible tree, and nobody was drawn from it.'];
  if (!prover) return ['Challengers were drawn for no prover.'];
  const problems: string[] = [];
  // Challengers in these networks are passed over. With a longer list the operator could shut out whom it likes.
  if (draw.prover_networks.length !== 1 || typeof draw.prover_networks[0] !== 'string')
    problems.push('The draw names more networks than that of the prover, or none.');
  if (draw.knows_systems !== (draw.systems_table !== null))
    problems.push('The draw uses a table of providers that it does not name, or names one that it does not use.');
  let drawn: DrawResult;
  try {
    const tree = readPartialTree(eligible_tree);
    if (canonical(headOf(tree)) !== canonical(draw.eligible))
      return [...problems, 'The eligible tree does not have the root that the transcript names.'];
    drawn = drawFor(proofType, tree, {
      ask: proofType.decode(transcript.info),
      settings: transcript.settings,
      seed: draw.seed,
      submittedAt: Date.parse(transcript.submitted_at),
      proverKey: prover.public_key,
      proverOwner: draw.prover.owner,
      proverNetworks: draw.prover_networks,
      knowsSystems: draw.knows_systems,
    });
  } catch (error) {
    if (error instanceof MalformedTree || error instanceof NotRevealed)
      return [...problems, `The draw cannot be repeated. ${error.message}`];
    throw error;
  }
  const seated = (seats: DrawResult['near'], lookout: boolean) =>
    seats.map(({ leaf, from }) => ({ id: leaf.id, lookout, from }));
  const again = [...seated(drawn.near, false), ...seated(drawn.lookouts, true)];
  if (
    canonical(again) !== canonical(draw.seats.map(({ challenger: { id }, lookout, from }) => ({ id, lookout, from })))
  )
    problems.push('Drawing again gives other challengers.');
  const passedOver = drawn.passedOver.map(({ leaf, reason }) => ({ challenger: leaf.id, reason }));
  if (canonical([passedOver, wirePool(drawn.pool)]) !== canonical([draw.passed_over, draw.pool]))
    problems.push('Drawing again gives another pool, or passes over other challengers.');
  const leaves = new Map([...drawn.near, ...drawn.lookouts].map(({ leaf }) => [leaf.id, leaf]));
  for (const { challenger } of draw.seats) {
    const leaf = leaves.get(challenger.id);
    if (leaf && canonical(leafOf(proofType, challenger, leaf)) !== canonical(leaf))
      problems.push(`${challenger.id} is not described as it stands in the eligible tree.`);
  }
  return problems;
};
