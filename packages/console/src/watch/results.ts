import type { SlotResult } from '@trigpoint/client/certificate';
import { inWords } from '../figures.ts';
import type { Outcome } from '../parts/verdict-glyph.tsx';

interface Look {
  readonly outcome: Outcome;
  readonly word: string;
}

const looks: Readonly<Record<string, Outcome>> = {
  inside: 'verified',
  verified: 'verified',
  undecided: 'inconclusive',
  inconclusive: 'inconclusive',
  outside: 'refuted',
  refuted: 'refuted',
};

/** Glyph and word of a slot. All other results are slots without an answer: missed, refused, absent, unanswered, unpaid, paused. */
export const lookOf = (result: string): Look =>
  result === ''
    ? { outcome: 'measuring', word: 'Running' }
    : { outcome: looks[result] ?? 'none', word: inWords(result) };

const meanings: Partial<Record<SlotResult, string>> = {
  refused: 'The prover refused to be measured',
  absent: 'The prover was not there, or did not agree in time',
  unanswered: 'Too few challengers measured it',
  unpaid: 'The payer had too few POINTS',
  missed: 'Nobody was asked: the service was not there',
  paused: 'Nobody was asked: the watch was paused',
};

/** Why a slot has no answer. */
export const meaningOf = (result: string): string => meanings[result as SlotResult] ?? '';
