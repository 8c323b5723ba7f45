import type { JSX } from 'preact';
import { outcomeTone, VerdictGlyph } from '../parts/verdict-glyph.tsx';
import { markOf, sayReason } from '../words/say.ts';
import { belowWord, type Recomputed, type Word } from './recomputed.ts';

/** Consistent, signed, anchored: always three, in this order, each with what it looked at. */
export const ThreeWords = ({ words }: { words: readonly Word[] }): JSX.Element => (
  <div class="three-words">
    {words.map((it) => (
      <section key={it.step} class="panel">
        <div class="word-top">
          <VerdictGlyph outcome={it.outcome} size={30} />
          <div>
            <h2 class={outcomeTone[it.outcome]}>{it.word}</h2>
            <p class="small soft" {...(it.isSaid ? markOf(it.sub) : {})}>
              {it.isSaid ? belowWord(it.sub) : it.sub}
            </p>
          </div>
        </div>
        <RecomputedRows rows={it.rows} />
      </section>
    ))}
  </div>
);

/** One line for each thing that was computed again. A line that fails says why. */
export const RecomputedRows = ({ rows }: { rows: readonly Recomputed[] }): JSX.Element | null =>
  rows.length === 0 ? null : (
    <ul class="recomputed">
      {rows.map((it) => (
        <li key={it.title} class={it.outcome === 'refuted' ? 'fails' : ''}>
          <VerdictGlyph outcome={it.outcome} />
          <span class="what" {...(it.isSaid ? markOf(it.title) : {})}>
            {it.isSaid ? sayReason(it.title) : it.title}
          </span>
          {it.found && <span class="found">{it.found}</span>}
          {it.because.slice(0, 3).map((why) => (
            <p key={why} class="small" {...markOf(why)}>
              {sayReason(why)}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
