import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useConnection } from '../connection.ts';
import { shortId } from '../figures.ts';
import { go, usePlace } from '../router.tsx';
import { searchWords } from '../search/words.ts';
import { useSession } from '../session/session.tsx';
import { say } from '../words/say.ts';
import { Button } from './button.tsx';
import { Mark, MenuIcon, SearchIcon } from './icons.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Sheet } from './sheet.tsx';

/** `index.html` has the same, before the script comes. */
export const pages = [
  ['/', say('Explore')],
  ['/challenges', say('Challenges')],
  ['/watches', say('Watches')],
  ['/agents', say('Agents')],
  ['/campaigns', say('Campaigns')],
  ['/docs', say('Docs')],
] as const;

export const isHere = (to: string, path: string): boolean => (to === '/' ? path === '/' : path.startsWith(to));

export const Header = (): JSX.Element => {
  const { path } = usePlace();
  const { user, about, ask } = useSession();
  const { isDown } = useConnection();
  const [menu, setMenu] = useState(false);
  useEffect(() => setMenu(false), [path]);
  return (
    <header class="header">
      <a class="skip" href="#main" data-outside>
        {say('Skip to the content')}
      </a>
      <div class="header-row">
        <a class="brand" href="/">
          <Mark />
          Trigpoint
        </a>
        <nav class="nav only-wide" aria-label={say('Main')}>
          <NavLinks path={path} />
        </nav>
        <div class="header-end">
          <Search class="only-wide" />
          {about?.chain && (
            <span class="chip chain-chip only-wide">
              <span class={isDown ? 'dot hollow' : 'dot ok'} />
              {say('Chain {id}', { id: about.chain.id })}
            </span>
          )}
          {user ? (
            <a class="button mono-label" href="/account" title={user.publicKey}>
              {shortId(user.publicKey)}
            </a>
          ) : (
            <Button class="primary" onClick={ask} disabled={user === undefined} says={say('Sign in')} />
          )}
          <button
            type="button"
            class="button icon only-narrow"
            aria-label={say('Menu')}
            aria-expanded={menu}
            onClick={() => setMenu(true)}
          >
            <MenuIcon />
          </button>
        </div>
      </div>
      <OfflineBanner />
      {menu && (
        <Sheet title={say('Menu')} onClose={() => setMenu(false)}>
          <Search class="in-menu" />
          <nav class="menu-list" aria-label={say('Menu')}>
            <NavLinks path={path} />
          </nav>
          <LanguageSwitch />
        </Sheet>
      )}
    </header>
  );
};

const NavLinks = ({ path }: { path: string }) => (
  <>
    {pages.map(([to, label]) => (
      <a key={to} href={to} {...(isHere(to, path) ? { 'aria-current': 'page' } : {})}>
        {label}
      </a>
    ))}
  </>
);

/** A number or a whole id is a challenge or a watch; anything else may be an agent, a place, a campaign or part of an id. */
export const destinationOf = (text: string): string => {
  // Twenty digits may be either; no chain has counted as many challenges.
  if (/^[0-9a-f]{20}$/.test(text)) return `/watches/${text}`;
  return /^(\d+|ask-[0-9a-f]{32})$/.test(text) ? `/challenges/${text}` : `/search?text=${encodeURIComponent(text)}`;
};

/** The field that finds everything. */
export const Search = (props: { class: string }): JSX.Element => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  return (
    <search class={props.class}>
      <form
        class="search"
        onSubmit={(event) => {
          event.preventDefault();
          const text = input.current?.value.trim();
          if (text) go(destinationOf(text));
        }}
      >
        <SearchIcon size={16} />
        <input
          ref={input}
          type="search"
          aria-label={say('Search')}
          placeholder={searchWords.placeholder}
          spellcheck={false}
        />
        <span class="key" aria-hidden="true">
          /
        </span>
      </form>
    </search>
  );
};
