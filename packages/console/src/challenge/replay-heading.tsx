import type { JSX } from 'preact';
import { VerdictLine } from '../parts/heading.tsx';
import { say } from '../words/say.ts';
import type { Replay } from './replay.ts';

/** Stands in place of the verdict while the answers are shown once more. It never changes, so that it is read out once. */
export const ReplayHeading = ({ replay }: { replay: Replay }): JSX.Element => (
  <VerdictLine
    outcome="measuring"
    says={say('the answers, as they came in')}
    lead={say('The challenge has ended, and who saw what is public now.')}
    actions={
      <button type="button" class="button" onClick={replay.skip}>
        {say('Skip to the verdict')}
      </button>
    }
  />
);
