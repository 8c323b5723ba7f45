import type { JSX } from 'preact';
import { choose, type Language, language, languages } from '../words/language.ts';
import { Button } from './button.tsx';

const others = (Object.keys(languages) as Language[]).filter((it) => it !== language);

/** The other languages, each by its own name: who looks for one reads it in that language. */
export const LanguageSwitch = (): JSX.Element => (
  <>
    {others.map((it) => (
      <Button key={it} class="tiny bare" lang={it} onClick={() => choose(it)} says={languages[it]} />
    ))}
  </>
);
