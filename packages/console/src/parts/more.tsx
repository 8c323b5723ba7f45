import type { JSX } from 'preact';
import { count } from '../figures.ts';
import { say } from '../words/say.ts';
import { Button } from './button.tsx';

/** Lists grow by this much at a time. */
export const pageRows = 200;

/** What the button says: how many come, and how many are left, as far as that is known. */
export const moreWords = (left: number | undefined): string => {
  if (left === undefined) return say('Show more');
  return left <= pageRows
    ? say('Show {n} more', { n: count(left) })
    : say('Show {n} more ({left} left)', { n: count(pageRows), left: count(left) });
};

interface MoreProps {
  readonly loading?: boolean;
  /** How many are not shown yet; unknown where the service tells only that there are more. */
  readonly left?: number;
  readonly onMore: () => void;
}

/** The end of a list that goes on. */
export const More = ({ loading = false, left, onMore }: MoreProps): JSX.Element => (
  <p class="more">
    <Button disabled={loading} onClick={onMore} says={loading ? say('Loading more') : moreWords(left)} />
  </p>
);
