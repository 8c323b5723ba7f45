import { inWords } from '../figures.ts';
import { inSentence } from '../words/language.ts';
import { requests, type Sample } from './metrics.ts';
import { otherMeans, refusedMeans, operatorWords as words } from './words.ts';

export interface Trouble {
  readonly what: string;
  readonly means: string;
  readonly count: number;
}

/**
 * What may become of a reading without trouble. A reading that came twice is the same reading. One that was not needed came in time
 * for a challenge that had ended early, and does not count against its challenger.
 */
const untroubled = new Set(['accepted', 'repeated', 'not_needed']);

/** What did not go well, in groups: requests that failed or were too many, and readings that were refused. */
export const troublesOf = (samples: readonly Sample[]): Trouble[] => {
  const found = new Map<string, Trouble>();
  const add = (what: string, means: string, count: number) => {
    if (count > 0) found.set(what, { what, means, count: (found.get(what)?.count ?? 0) + count });
  };
  for (const { name, labels, value } of samples) {
    if (name === requests && Number(labels.status) >= 500)
      add(words.failed((labels.route ?? '').replace('/proof/v1/:proof_type/', '…/')), words.failedMeans, value);
    if (name === requests && labels.status === '429') add(words.limited, words.limitedMeans, value);
    if (name === 'trigpoint_readings_total' && !untroubled.has(labels.outcome ?? ''))
      add(
        words.reading(inSentence(inWords(labels.outcome ?? ''))),
        refusedMeans[labels.outcome ?? ''] ?? otherMeans,
        value,
      );
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
};
