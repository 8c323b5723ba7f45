import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { setTitle } from '../router.tsx';
import { inEnglish } from '../words/language.ts';
import { say } from '../words/say.ts';
import { type Outcome, outcomeTone, outcomeWord, VerdictGlyph } from './verdict-glyph.tsx';

interface HeadingProps {
  readonly title: ComponentChildren;
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly beside?: ComponentChildren;
}

export const Heading = ({ title, lead, actions, beside }: HeadingProps): JSX.Element => (
  <div class="heading">
    <div class="words">
      <div class="title-row">
        <h1>{title}</h1>
        {beside}
      </div>
      {lead && <p class="lead">{lead}</p>}
    </div>
    {actions && <div class="actions">{actions}</div>}
  </div>
);

interface VerdictLineProps {
  readonly outcome: Outcome;
  /** What follows the word and its colon. */
  readonly says: string;
  readonly lead: string;
  /** The lead is the sentence of the verdict, as it was signed. */
  readonly isSigned?: boolean;
  /** What somebody can do about it, in the language of the page. */
  readonly advice?: string | undefined;
  /** On a phone they stand far below, unless there is an advice that names one of them. */
  readonly actions?: ComponentChildren;
}

/** Names with hyphens stay whole: a line that began with the rest of a name would read like a sentence of its own. */
export const withWholeNames = (text: string): ComponentChildren =>
  text.split(/([^\s-]+(?:-[^\s-]+)+)/).map((part, i) =>
    i % 2 === 1 && part.length <= 20 ? (
      <span key={i} class="whole">
        {part}
      </span>
    ) : (
      part
    ),
  );

/** The one sentence of the page. Only its first word is coloured. */
export const VerdictLine = ({
  outcome,
  says,
  lead,
  isSigned = false,
  advice,
  actions,
}: VerdictLineProps): JSX.Element => (
  <div class="heading verdict">
    <VerdictGlyph outcome={outcome} size={36} />
    <div class="words" aria-live="polite" aria-atomic="true">
      <h1>
        <span class={outcomeTone[outcome]}>{outcomeWord[outcome]}:</span> {withWholeNames(says)}
      </h1>
      <p class="lead" {...(isSigned ? inEnglish : {})}>
        {lead}
      </p>
      {advice !== undefined && <p class="lead">{advice}</p>}
    </div>
    {actions && <div class={`actions ${advice === undefined ? '' : 'to-verdict'}`}>{actions}</div>}
  </div>
);

export interface Crumb {
  readonly label: string;
  readonly to?: string;
}

/** The pages above this one. The tab names them too, so that two open challenges can be told apart. */
export const Crumbs = ({ trail, children }: { trail: readonly Crumb[]; children?: ComponentChildren }): JSX.Element => {
  useEffect(() => setTitle(...trail.map((it) => it.label).reverse()));
  return (
    <nav class="crumbs" aria-label={say('Breadcrumb')}>
      {trail.map(({ label, to }, i) => (
        <>
          {i > 0 && (
            <span class="slash" aria-hidden="true">
              /
            </span>
          )}
          {to ? <a href={to}>{label}</a> : <span class={i === trail.length - 1 ? 'here' : ''}>{label}</span>}
        </>
      ))}
      {children}
    </nav>
  );
};
