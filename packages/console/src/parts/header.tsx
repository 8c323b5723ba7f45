import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { shortId } from '../figures.ts';
import { go, usePlace } from '../router.tsx';
import { useSession } from '../session/session.tsx';
import { Mark, MenuIcon, SearchIcon } from './icons.tsx';
import { Sheet } from './sheet.tsx';

const pages = [
  ['/', 'Explore'],
  ['/challenges', 'Challenges'],
  ['/watches', 'Watches'],
  ['/agents', 'Agents'],
  ['/campaigns', 'Campaigns'],
] as const;

export const isHere = (to: string, path: string): boolean => (to === '/' ? path === '/' : path.startsWith(to));

export const Header = (): JSX.Element => {
  const { path } = usePlace();
  const { user, about, ask } = useSession();
  const [menu, setMenu] = useState(false);
  useEffect(() => setMenu(false), [path]);
  return (
    <header class="header">
      <a class="skip" href="#main" data-outside>
        Skip to the content
      </a>
      <div class="header-row">
        <a class="brand" href="/">
          <Mark />
          Trigpoint
        </a>
        <nav class="nav only-wide" aria-label="Main">
          <NavLinks path={path} />
        </nav>
        <div class="header-end">
          <Search class="only-wide" />
          {about?.chain && (
            <span class="chip chain-chip only-wide">
              <span class="dot ok" />
              Chain {about.chain.id}
            </span>
          )}
          {user ? (
            <a class="button mono-label" href="/account" title={user.publicKey}>
              {shortId(user.publicKey)}
            </a>
          ) : (
            <button type="button" class="button primary" onClick={ask} disabled={user === undefined}>
              Sign in
            </button>
          )}
          <button
            type="button"
            class="button icon only-narrow"
            aria-label="Menu"
            aria-expanded={menu}
            onClick={() => setMenu(true)}
          >
            <MenuIcon />
          </button>
        </div>
      </div>
      {menu && (
        <Sheet title="Menu" onClose={() => setMenu(false)}>
          <Search class="in-menu" />
          <nav class="menu-list" aria-label="Menu">
            <NavLinks path={path} />
          </nav>
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
    <a href="/docs" data-outside>
      Docs
    </a>
  </>
);

/** A number or an id is a challenge, a key is an agent, a word is a campaign. */
export const destinationOf = (text: string): string => {
  if (/^(\d+|ask-[0-9a-f]{32})$/.test(text)) return `/challenges/${text}`;
  if (/^(IPv[46]\/)?(0x[0-9a-f]+|[1-9A-HJ-NP-Za-km-z]{32,44})$/i.test(text))
    return `/agents?find=${encodeURIComponent(text)}`;
  return `/campaigns?text=${encodeURIComponent(text)}`;
};

const Search = (props: { class: string }) => {
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
        <input ref={input} type="search" aria-label="Search" placeholder="Challenge, agent, name" spellcheck={false} />
        <span class="key" aria-hidden="true">
          /
        </span>
      </form>
    </search>
  );
};
