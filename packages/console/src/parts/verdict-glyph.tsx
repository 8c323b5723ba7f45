import type { JSX } from 'preact';
import { say } from '../words/say.ts';

export type Outcome = 'verified' | 'refuted' | 'inconclusive' | 'contradictory' | 'measuring' | 'none' | 'voided';

export const outcomeWord: Record<Outcome, string> = {
  verified: say('Verified'),
  refuted: say('Refuted'),
  inconclusive: say('Inconclusive'),
  contradictory: say('Contradictory'),
  measuring: say('Measuring'),
  none: say('Not applicable'),
  voided: say('Stopped'),
};

export const outcomeTone: Record<Outcome, 'ok' | 'no' | 'un' | 'ms' | 'muted'> = {
  verified: 'ok',
  refuted: 'no',
  inconclusive: 'un',
  contradictory: 'un',
  measuring: 'ms',
  none: 'muted',
  voided: 'muted',
};

const octagon = '7.1,1.2 16.9,1.2 22.8,7.1 22.8,16.9 16.9,22.8 7.1,22.8 1.2,16.9 1.2,7.1';
const diamond = (
  <path
    d="M12 .8 23.2 12 12 23.2.8 12Z"
    fill="var(--un)"
    stroke="var(--un)"
    stroke-width="1.2"
    stroke-linejoin="round"
  />
);

const shapes: Record<Outcome, JSX.Element> = {
  verified: (
    <>
      <circle cx="12" cy="12" r="11" fill="var(--ok)" />
      <path d="m7 12.4 3.5 3.5L17 9.2" class="stroke" />
    </>
  ),
  refuted: (
    <>
      <polygon points={octagon} fill="var(--no)" />
      <path d="m8.3 8.3 7.4 7.4m0-7.4-7.4 7.4" class="stroke" />
    </>
  ),
  inconclusive: (
    <>
      {diamond}
      <path d="M6.8 13.2c1.7-2.9 3.4-2.9 5.2-1.2s3.5 1.7 5.2-1.2" class="stroke" />
    </>
  ),
  contradictory: (
    <>
      {diamond}
      <path d="m10 8.4-3.6 3.6 3.6 3.6M14 8.4l3.6 3.6-3.6 3.6" class="stroke" />
    </>
  ),
  measuring: (
    <>
      <circle cx="12" cy="12" r="9.6" fill="none" stroke="var(--ln2)" stroke-width="2.6" />
      <path class="arc" d="M12 2.4A9.6 9.6 0 0 1 21.6 12" fill="none" stroke="var(--ms)" stroke-width="2.6" />
    </>
  ),
  none: (
    <g fill="none" stroke="var(--ink3)" stroke-width="2.2" stroke-linecap="round">
      <circle cx="12" cy="12" r="9.8" />
      <path d="M7.8 12h8.4" />
    </g>
  ),
  voided: (
    <g fill="none" stroke="var(--ink3)" stroke-width="2.2" stroke-linecap="round">
      <circle cx="12" cy="12" r="9.8" />
      <path d="m5.4 18.6 13.2-13.2" />
    </g>
  ),
};

/** Shape and colour of a conclusion; the word always stands beside it, so the shape is silent to screen readers. */
export const VerdictGlyph = ({ outcome, size = 16 }: { outcome: Outcome; size?: number }): JSX.Element => (
  <svg
    class={`glyph ${outcome === 'measuring' ? 'turning' : ''}`}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    {shapes[outcome]}
  </svg>
);

/** Glyph and word, as rows show it. */
export const VerdictWord = ({ outcome, word }: { outcome: Outcome; word?: string }): JSX.Element => (
  <span class={`with-glyph ${outcomeTone[outcome]}`}>
    <VerdictGlyph outcome={outcome} />
    {word ?? outcomeWord[outcome]}
  </span>
);
