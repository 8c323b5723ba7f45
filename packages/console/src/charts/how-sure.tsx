import type { JSX } from 'preact';
import { answered, excludes, type PolView } from '../challenge/pol-view.ts';
import * as figures from '../figures.ts';
import { say } from '../words/say.ts';

interface Bar {
  readonly label: string;
  readonly share: number;
  readonly value: string;
  readonly tone?: 'ok';
}

const liars = (k: number): string => {
  if (k === 0) return say('If nobody lied');
  return k === 1 ? say('Even if any one lied') : say('Even if any {k} lied', { k });
};

/**
 * Refuted: how far each answer that rules the claim out can have travelled, of how far the claim is, in the numbers of the verdict's
 * sentence. Otherwise: how far away the prover can be if 0, 1, 2 … challengers lied.
 */
export const barsOf = (pol: PolView): { bars: Bar[]; note: string } => {
  if (pol.outcome === 'refuted' && answered(pol).some(excludes)) {
    const bars = answered(pol)
      .filter(excludes)
      .map((it) => ({
        label: it.name,
        share: (it.reachKm ?? 0) / Math.max(1, it.toClaimKm),
        value: say('{reach} of {distance}', {
          ...{ reach: figures.atMostKmNumber(it.reachKm ?? 0), distance: figures.km(it.toClaimKm) },
        }),
      }));
    return {
      bars,
      note: say('Bar: how far each answer can have travelled, of the whole way to {name}.', { name: pol.claim.name }),
    };
  }
  if (answered(pol).length === 0)
    return { bars: [], note: say('Nobody could measure it, so nothing bounds where it is.') };
  const most = Math.max(1, ...pol.boundsKm);
  const bars = pol.boundsKm.map((it, k) => ({
    label: liars(k),
    share: it / most,
    value: figures.isAnywhere(it) ? say('anywhere') : figures.atMostKm(it),
    ...(k === pol.liars && pol.outcome === 'verified' ? { tone: 'ok' as const } : {}),
  }));
  const notes = [
    ...(pol.zone ? [] : [say('The verdict counts the largest distance.')]),
    say('Distances assume answers at two thirds of light speed, as in fibre; delay can only make them larger.'),
    ...(answered(pol).some((it) => it.isLookout) ? [say('Lookouts do not count here: they can only refute.')] : []),
  ];
  return { bars, note: notes.join(' ') };
};

export const HowSure = ({ pol }: { pol: PolView }): JSX.Element => {
  const { bars, note } = barsOf(pol);
  return (
    <>
      <ul class="bars">
        {bars.map(({ label, share, value, tone }) => (
          <li key={label}>
            <span>{label}</span>
            <span class="bar">
              <i class={tone ?? ''} style={{ width: `${Math.max(1.5, Math.min(100, share * 100))}%` }} />
            </span>
            <b>{value}</b>
          </li>
        ))}
      </ul>
      <p class="note">{note}</p>
    </>
  );
};
