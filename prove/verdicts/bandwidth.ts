import { type Rates, ruleOfRates } from '@trigpoint/proofs';
import type { Random } from '../proof.ts';
import type { Outcome } from './location.ts';

/** Honest challengers measure what the link carries, less what is lost on the way, never more. */
const honestMbps = (linkMbps: number, random: Random): number => linkMbps * (1 - 0.03 * random());

/**
 * A link that carries less than is claimed, or as much. Up to a third of the challengers invent rates or false digests, and the
 * prover does not answer as many others as it likes.
 */
export function tryRates(random: Random, isTrue: boolean, apply: (it: Rates) => Rates = (it) => it): Outcome {
  const asked = 4 + (random() < 0.7 ? random.int(10) : random.int(97));
  const linkMbps = 1 + 999 * random();
  const threshold = isTrue ? linkMbps * 0.96 * random() : linkMbps * (1.001 + 5 * random());
  const liars = random.int(Math.floor(asked / 3) + 1);
  const answered = isTrue || random() < 0.5 ? asked - liars : random.int(asked - liars + 1);
  // A prover may claim less than it is asked for. It is then driven no faster than its claim.
  const most = random() < 0.8 ? Number.POSITIVE_INFINITY : threshold * 1.5 * random();
  const honest = Array.from({ length: answered }, () => Math.min(most, honestMbps(linkMbps, random)));
  const kind = random.int(3);
  const invented = isTrue ? threshold * 0.99 * random() : threshold * (1 + 3 * random());
  const lies = kind === 0 ? [] : Array.from({ length: liars }, () => invented);
  const ruling = ruleOfRates(
    apply({ asked, measured: [...honest, ...lies], frauds: kind === 0 ? liars : 0, threshold, most }),
  );
  const who = `${asked} asked, ${liars} lying, ${answered} honest ones answered`;
  const { verified, middle } = ruling;
  if (isTrue && verified === 'false') return { verified, problem: `an honest link is refuted: ${who}` };
  if (verified === 'true' && middle > Math.max(0, ...honest))
    return { verified, problem: `${middle.toFixed(1)} Mbit/s are stated, no honest challenger saw as much: ${who}` };
  return { verified };
}
