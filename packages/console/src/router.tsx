import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const read = (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search) });
const Here = createContext<Place>({ path: '/', query: new URLSearchParams() });

export const usePlace = (): Place => useContext(Here);

/** What the tab says: the page, and what it belongs to. */
export const setTitle = (...parts: readonly string[]): void => {
  document.title = [...parts, 'Trigpoint'].join(' · ');
};

/** Goes to a path of the console without loading the page again. */
export const go = (to: string, replace = false): void => {
  if (isApart(new URL(to, location.href).pathname) !== isApart(location.pathname)) {
    location.assign(to);
    return;
  }
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  dispatchEvent(new PopStateEvent('popstate'));
};

/**
 * This page may connect to any chain and any log, which no other page may. So the browser loads the console again when somebody
 * goes there or leaves it.
 */
const isApart = (path: string): boolean => path === '/verify';

/** Follows links to our own pages. The browser follows all others. */
const follow = (event: MouseEvent): void => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest?.('a');
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
  if (link.dataset.outside !== undefined || isApart(link.pathname) !== isApart(location.pathname)) return;
  event.preventDefault();
  if (link.href !== location.href) go(link.pathname + link.search);
  scrollTo(0, 0);
};

export const Router = ({ children }: { children: ComponentChildren }): JSX.Element => {
  const [place, setPlace] = useState(read);
  useEffect(() => {
    const moved = () => setPlace(read());
    addEventListener('popstate', moved);
    document.addEventListener('click', follow);
    return () => {
      removeEventListener('popstate', moved);
      document.removeEventListener('click', follow);
    };
  }, []);
  return <Here.Provider value={place}>{children}</Here.Provider>;
};

/** `/agents/:role/*id` against a path; `*name` takes the rest. */
export const match = (pattern: string, path: string): Record<string, string> | undefined => {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  const found: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    if (part.startsWith('*')) {
      if (given.length <= i) return undefined;
      found[part.slice(1)] = given.slice(i).map(decode).join('/');
      return found;
    }
    const segment = given[i];
    if (segment === undefined) return undefined;
    if (part.startsWith(':')) found[part.slice(1)] = decode(segment);
    else if (part !== segment) return undefined;
  }
  return given.length === wanted.length ? found : undefined;
};

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};
