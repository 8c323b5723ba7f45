import type { JSX } from 'preact';
import { Button } from '../parts/button.tsx';
import { VerdictGlyph } from '../parts/verdict-glyph.tsx';
import { seconds } from '../times.ts';
import { say } from '../words/say.ts';
import type { Replay } from './replay.ts';

/**
 * Stands in place of the verdict while the answers are replayed. Screen readers say it once. The count is hidden from them,
 * because it changes with every answer.
 */
export const ReplayHeading = ({ replay }: { replay: Replay }): JSX.Element => (
  <div class="heading verdict">
    <VerdictGlyph outcome="measuring" size={36} />
    <div class="words" aria-live="polite" aria-atomic="true">
      <h1>
        {say('Replaying the answers as they came')}
        <span class="ms" aria-hidden="true">
          {say(': {shown} of {of}', { shown: replay.shown.size, of: replay.of })}
        </span>
      </h1>
      <p class="lead">
        {say('The challenge has ended, and who saw what is public now.')}{' '}
        {say('The first answer came {seconds} s after the request.', { seconds: seconds(replay.firstMs) })}
      </p>
    </div>
    <div class="actions to-verdict">
      <Button onClick={replay.skip} says={say('Skip to the verdict')} />
    </div>
  </div>
);
