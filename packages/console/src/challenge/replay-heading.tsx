import type { JSX } from 'preact';
import { VerdictLine } from '../parts/heading.tsx';
import { seconds } from '../times.ts';
import { say } from '../words/say.ts';
import type { Replay } from './replay.ts';

/** Stands in place of the verdict while the answers are shown once more. It never changes, so that it is read out once. */
export const ReplayHeading = ({ replay }: { replay: Replay }): JSX.Element => (
  <VerdictLine
    outcome="measuring"
    says={say('the answers, as they came in')}
    lead={[
      say('The challenge has ended, and who saw what is public now.'),
      say('The first answer came {seconds} s after the request.', { seconds: seconds(replay.firstMs) }),
    ].join(' ')}
    actions={
      <button type="button" class="button" onClick={replay.skip}>
        {say('Skip to the verdict')}
      </button>
    }
  />
);
