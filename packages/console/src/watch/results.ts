import type { Finding, SlotResult } from '@trigpoint/client/certificate';
import { inWords } from '../figures.ts';
import type { Outcome } from '../parts/verdict-glyph.tsx';
import { say } from '../words/say.ts';

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

const own: Readonly<Record<string, string>> = {
  missed: say('Not asked'),
  unanswered: say('No answer'),
  absent: say('No answer'),
};

/** Glyph and word of a slot. All other results are slots without an answer: missed, refused, absent, unanswered, unpaid, paused. */
export const lookOf = (result: string): Look =>
  result === ''
    ? { outcome: 'measuring', word: say('Running') }
    : { outcome: looks[result] ?? 'none', word: own[result] ?? inWords(result) };

/** A window is open before anybody was asked in it. Its slot runs from then on. */
export const lookOfSlot = ({
  result,
  asked_at,
}: {
  readonly result: string;
  readonly asked_at: string | null;
}): Look =>
  result === '' && asked_at === null ? { outcome: 'none', word: say('Window open, not asked yet') } : lookOf(result);

const notEnough = say('Its answers were not enough to tell');
const meanings: Partial<Record<SlotResult, string>> = {
  ...{ undecided: notEnough, inconclusive: notEnough },
  refused: say('The prover refused to be measured'),
  absent: say('The prover was not there, or did not agree in time'),
  unanswered: say('Challengers could not measure it'),
  unpaid: say('The payer had too few POINTS'),
  missed: say('Nobody was asked: the service was away or too busy'),
  paused: say('Nobody was asked: the watch was paused'),
};

/** Why a slot has no answer, or none that decides. */
export const meaningOf = (result: string): string => meanings[result as SlotResult] ?? '';

const findings: Partial<Record<Finding, string>> = {
  changed: say('Delays changed'),
  probably_moved: say('Probably moved'),
  moved: say('Moved'),
};
const findingMeanings: Partial<Record<Finding, string>> = {
  changed: say('Its answers take a different time than when its place was shown. It was asked again at once'),
  probably_moved: say('Another place explains the answers better than another path to the old one. This is no proof'),
  moved: say('These answers cannot come from where it was shown to be'),
};

/** What a slot found, compared with the slot that showed the place; empty where nothing has changed. */
export const findingWord = (finding: string): string => findings[finding as Finding] ?? '';
export const findingMeaning = (finding: string): string => findingMeanings[finding as Finding] ?? '';
