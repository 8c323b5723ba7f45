import type { Evidence } from '@trigpoint/proofs';

/**
 * Evidence for a picture, with the names that challengers have now. The evidence itself carries only what a draw rests on, so
 * this is never what is checked or handed out.
 */
export const withNames = (
  evidence: Evidence,
  agents: readonly { readonly id: string; readonly claims: object }[] | undefined,
): Evidence => {
  const { transcript } = evidence;
  if (!transcript.draw || !agents) return evidence;
  const names = new Map(agents.map((it) => [it.id, (it.claims as { readonly name?: string }).name]));
  const seats = transcript.draw.seats.map((seat) => {
    const name = names.get(seat.challenger.id);
    if (name === undefined || seat.challenger.claims.name !== undefined) return seat;
    return { ...seat, challenger: { ...seat.challenger, claims: { ...seat.challenger.claims, name } } };
  });
  return { ...evidence, transcript: { ...transcript, draw: { ...transcript.draw, seats } } };
};
