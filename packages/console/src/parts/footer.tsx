import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useSession } from '../session/session.tsx';
import { say } from '../words/say.ts';
import { LanguageSwitch } from './language-switch.tsx';

type Theme = 'system' | 'light' | 'dark';
const themeWord: Record<Theme, string> = { system: say('system'), light: say('light'), dark: say('dark') };
const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const place = 'trigpoint-theme';

const readTheme = (): Theme => {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
};

const writeTheme = (theme: Theme): void => {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(place);
  } else {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(place, theme);
  }
};

export const Footer = (): JSX.Element => {
  const { about } = useSession();
  const [theme, setTheme] = useState(readTheme);
  return (
    <footer class="footer">
      <span>Trigpoint {about?.version ?? ''}</span>
      <span>{say('Base map: Natural Earth, cities: GeoNames')}</span>
      {about?.development && <span>{say('Development network: simulated geography')}</span>}
      <a class="link" href="/verify">
        {say('Verify evidence')}
      </a>
      <a class="link" href="/operator">
        {say('Operator view')}
      </a>
      <span class="choices-of-page">
        <LanguageSwitch />
        <button
          type="button"
          class="button tiny bare"
          onClick={() => {
            writeTheme(next[theme]);
            setTheme(next[theme]);
          }}
        >
          {say('Theme: {theme}', { theme: themeWord[theme] })}
        </button>
      </span>
    </footer>
  );
};
