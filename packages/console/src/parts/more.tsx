import type { JSX } from 'preact';
import { count } from '../figures.ts';
import { say } from '../words/say.ts';

/** Lists grow by this much at a time. */
export const pageRows = 200;

/** The end of a list that goes on. */
export const More = ({ loading = false, onMore }: { loading?: boolean; onMore: () => void }): JSX.Element => (
  <p class="more">
    <button type="button" class="button" disabled={loading} onClick={onMore}>
      {loading ? say('Loading more') : say('Show {n} more', { n: count(pageRows) })}
    </button>
  </p>
);
