import type { JSX } from 'preact';
import { foundOf, rowOutcome } from '../challenge/outcomes.ts';
import { outcomeWord, VerdictWord } from '../parts/verdict-glyph.tsx';
import { onDay } from '../times.ts';
import { inSentence } from '../words/language.ts';
import { say, sayCount } from '../words/say.ts';
import type { Newest } from './newest.ts';

const dayOf = (it: Newest['last']): string => onDay(Date.parse(it.challenge_end_time));

/** What follows the word of the newest verdict: when it was, and what was decided before. */
export const newestWords = ({ last, decided, openSince }: Newest): string => {
  if (openSince === 0) return say('on {day}: {found}.', { day: dayOf(last), found: foundOf(last.proofType, last) });
  if (!decided)
    return sayCount(
      openSince,
      'on {day}. {n} challenge about it has ended, and it decided nothing.',
      'on {day}. {n} challenges about it have ended, and none decided anything.',
      { day: dayOf(last) },
    );
  return sayCount(
    openSince,
    'on {day}. The last verdict that decided was “{word}” on {decidedOn}; {n} challenge after that decided nothing.',
    'on {day}. The last verdict that decided was “{word}” on {decidedOn}; {n} challenges after that decided nothing.',
    { day: dayOf(last), word: inSentence(outcomeWord[rowOutcome(decided)]), decidedOn: dayOf(decided) },
  );
};

/** The newest verdict about a prover. It stands above what older verdicts said. */
export const NewestLine = ({ newest }: { newest: Newest }): JSX.Element => (
  <p class="newest">
    <VerdictWord outcome={newest.outcome} word={say('Newest: {word}', { word: outcomeWord[newest.outcome] })} />{' '}
    {newestWords(newest)}
  </p>
);
