import { inWords } from '../figures.ts';
import type { Outcome } from '../parts/verdict-glyph.tsx';

/** What became of a slot, as the strip draws it. */
export type SlotShape = 'inside' | 'undecided' | 'missed' | 'outside';

interface Look {
  readonly shape: SlotShape;
  readonly outcome: Outcome;
  readonly word: string;
}

const looks: Readonly<Record<string, Look>> = {
  '': { shape: 'missed', outcome: 'measuring', word: 'Running' },
  inside: { shape: 'inside', outcome: 'verified', word: 'Inside' },
  verified: { shape: 'inside', outcome: 'verified', word: 'Verified' },
  undecided: { shape: 'undecided', outcome: 'inconclusive', word: 'Undecided' },
  inconclusive: { shape: 'undecided', outcome: 'inconclusive', word: 'Inconclusive' },
  outside: { shape: 'outside', outcome: 'refuted', word: 'Outside' },
  refuted: { shape: 'outside', outcome: 'refuted', word: 'Refuted' },
};

/** All other results are slots without an answer: missed, refused, absent, unanswered, unpaid, paused. */
export const lookOf = (result: string): Look =>
  looks[result] ?? { shape: 'missed', outcome: 'none', word: inWords(result) };

const meanings: Readonly<Record<string, string>> = {
  refused: 'The prover refused to be measured',
  absent: 'The prover was not there, or did not agree in time',
  unanswered: 'Too few challengers measured it',
  unpaid: 'The payer had too few POINTS',
  missed: 'Nobody was asked: the service was not there',
  paused: 'Nobody was asked: the watch was paused',
};

/** Why a slot has no answer, where the service says nothing more. */
export const meaningOf = (result: string): string => meanings[result] ?? '';
