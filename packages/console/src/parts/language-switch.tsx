import type { JSX } from 'preact';
import { choose, type Language, language, languages } from '../words/language.ts';

const others = (Object.keys(languages) as Language[]).filter((it) => it !== language);

/** The other languages, each by its own name: who looks for one reads it in that language. */
export const LanguageSwitch = (): JSX.Element => (
  <>
    {others.map((it) => (
      <button key={it} type="button" class="button tiny bare" lang={it} onClick={() => choose(it)}>
        {languages[it]}
      </button>
    ))}
  </>
);
