import type { ComponentChildren, JSX } from 'preact';
import { markOf, sayReason } from '../words/say.ts';
import { type Outcome, VerdictGlyph } from './verdict-glyph.tsx';

export interface Check {
  readonly outcome: Outcome;
  readonly title: string;
  readonly says?: string;
  /** `says` came from the service. */
  readonly isSent?: boolean;
  /** The result of a step, which stands below it. */
  readonly gave?: ComponentChildren;
}

/** Conditions or steps one below the other, each with how it stands and a sentence. */
export const Checks = ({ checks }: { checks: readonly Check[] }): JSX.Element => (
  <ul class="checks">
    {checks.map(({ outcome, title, says, isSent = false, gave }) => (
      <li key={title}>
        <VerdictGlyph outcome={outcome} size={18} />
        <div>
          <b class="medium">{title}</b>
          {says && (
            <p class="small soft" {...(isSent ? markOf(says) : {})}>
              {isSent ? sayReason(says) : says}
            </p>
          )}
          {gave}
        </div>
      </li>
    ))}
  </ul>
);
