import { readServiceInfo, type ServiceInfo } from '@trigpoint/client';
import type { ReplyOf, routes } from '@trigpoint/protocol';
import { ServiceError } from '@trigpoint/protocol';
import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useCallback, useContext, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { anyProofType, call, clientFor, type Load, useLoadOf } from '../service.ts';
import type { Account } from './wallets.ts';

export type User = ReplyOf<(typeof routes)['user-info']>['result'];

interface Session {
  /** undefined while it is being asked, null when signed out. */
  readonly user: User | null | undefined;
  readonly about: ServiceInfo | undefined;
  /** The account that signed in, while this page lives: it also pays for requests. */
  readonly account: Account | undefined;
  readonly asking: boolean;
  ask(): void;
  dismiss(): void;
  signedIn(account: Account | undefined): Promise<void>;
  signOut(): Promise<void>;
}

const missing = () => {
  throw new Error('used outside of SessionProvider');
};
const Current = createContext<Session>({
  user: undefined,
  about: undefined,
  account: undefined,
  asking: false,
  ask: missing,
  dismiss: missing,
  signedIn: missing,
  signOut: missing,
});

export const useSession = (): Session => useContext(Current);

const whoAmI = async (): Promise<User | null> => {
  try {
    return (await call(anyProofType, 'user-info', {})).result;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 401) return null;
    throw error;
  }
};

/** What the service says about itself. */
export const aboutLoad: Load<ServiceInfo> = {
  key: 'about',
  load: () => readServiceInfo(clientFor(anyProofType)),
};

/** Remembers that somebody signed in. Without this mark every page that a stranger opens would ask for a session and be refused. */
const mark = 'trigpoint-signed-in';

export const SessionProvider = ({ children }: { children: ComponentChildren }): JSX.Element => {
  const [user, setUser] = useState<User | null | undefined>(() =>
    localStorage.getItem(mark) === null ? null : undefined,
  );
  const { data: about } = useLoadOf(aboutLoad);
  const [account, setAccount] = useState<Account>();
  const [asking, setAsking] = useState(false);
  const refresh = useCallback(async () => {
    const found = await whoAmI();
    if (found) localStorage.setItem(mark, '1');
    else localStorage.removeItem(mark);
    setUser(found);
  }, []);
  useLayoutEffect(() => {
    if (user === undefined) refresh().catch(() => setUser(null));
  }, []);
  const session = useMemo<Session>(
    () => ({
      user,
      about,
      account,
      asking,
      ask: () => setAsking(true),
      dismiss: () => setAsking(false),
      signedIn: async (by) => {
        setAccount(by);
        await refresh();
        setAsking(false);
      },
      signOut: async () => {
        await clientFor(anyProofType)
          .logout()
          .catch(() => undefined);
        localStorage.removeItem(mark);
        setAccount(undefined);
        setUser(null);
      },
    }),
    [user, about, account, asking, refresh],
  );
  return <Current.Provider value={session}>{children}</Current.Provider>;
};
