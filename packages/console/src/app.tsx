import { usualTypes } from '@trigpoint/proofs/registry';
import type { ComponentType, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { firstRowLoad, paymentsLoad } from './challenge/loads.ts';
import { agentLoad, agentsLoad, challengesLoad, historyOf, statisticsLoad } from './network.ts';
import { Button, LinkButton } from './parts/button.tsx';
import { Footer } from './parts/footer.tsx';
import { Header, Search } from './parts/header.tsx';
import { Empty, Problem } from './parts/states.tsx';
import { match, Router, setTitle, usePlace } from './router.tsx';
import { type Load, loadEarly, useLoad } from './service.ts';
import { aboutLoad, SessionProvider, useSession } from './session/session.tsx';
import { findProfile } from './words/profiles.ts';
import { say } from './words/say.ts';

export type PageProps = Readonly<Record<string, string>>;
type Page = ComponentType<{ params: PageProps }>;

/** What a page loads before anything of it can be shown. */
type Early = (params: PageProps) => readonly Load<unknown>[];

const network: Early = () => [agentsLoad(usualTypes), challengesLoad(usualTypes), statisticsLoad(usualTypes)];
const challenge: Early = ({ type = '', id = '' }) =>
  findProfile(type) ? [agentsLoad(usualTypes), firstRowLoad(type, id), paymentsLoad(type, id)] : [];

const agent: Early = ({ type = '', role, id = '' }) => {
  if (!findProfile(type)) return [];
  const first = [agentsLoad(usualTypes), agentLoad(type, role === 'prover' ? role : 'challenger', id)];
  return role === 'prover' ? [...first, challengesLoad(usualTypes, historyOf(id))] : first;
};

/** Each page is loaded when somebody goes to it. */
const pages: readonly (readonly [pattern: string, title: string, load: () => Promise<Page>, early?: Early])[] = [
  ['/', say('Explore'), () => import('./pages/explore.tsx').then((it) => it.ExplorePage), network],
  ['/challenges', say('Challenges'), () => import('./pages/challenges.tsx').then((it) => it.ChallengesPage)],
  ['/challenges/:id', say('Challenge'), () => import('./pages/challenge.tsx').then((it) => it.ChallengePage)],
  [
    '/challenges/:type/:id',
    say('Challenge'),
    () => import('./pages/challenge.tsx').then((it) => it.ChallengePage),
    challenge,
  ],
  ['/watches', say('Watches'), () => import('./pages/watches.tsx').then((it) => it.WatchesPage)],
  ['/watches/new', say('Watch a prover'), () => import('./pages/new-watch.tsx').then((it) => it.NewWatchPage)],
  ['/watches/:watch', say('Watch'), () => import('./pages/watch.tsx').then((it) => it.WatchPage)],
  ['/agents', say('Agents'), () => import('./pages/agents.tsx').then((it) => it.AgentsPage)],
  ['/agents/:type/:role/*id', say('Agent'), () => import('./pages/agent.tsx').then((it) => it.AgentPage), agent],
  ['/request', say('Request a challenge'), () => import('./pages/request.tsx').then((it) => it.RequestPage)],
  ['/campaigns', say('Campaigns'), () => import('./pages/campaigns.tsx').then((it) => it.CampaignsPage)],
  ['/campaigns/new', say('New campaign'), () => import('./pages/new-campaign.tsx').then((it) => it.NewCampaignPage)],
  ['/campaigns/:name', say('Campaign'), () => import('./pages/campaign.tsx').then((it) => it.CampaignPage)],
  ['/verify', say('Verify evidence'), () => import('./pages/verify.tsx').then((it) => it.VerifyPage)],
  ['/operator', say('Operator view'), () => import('./pages/operator.tsx').then((it) => it.OperatorPage)],
  ['/webhooks', say('Webhooks'), () => import('./pages/webhooks.tsx').then((it) => it.WebhooksPage)],
  ['/search', say('Search'), () => import('./pages/search.tsx').then((it) => it.SearchPage)],
  ['/docs', say('Docs'), () => import('./pages/docs.tsx').then((it) => it.DocsPage)],
  ['/docs/:name', say('Docs'), () => import('./pages/docs.tsx').then((it) => it.DocsPage)],
  ['/account', say('Your account'), () => import('./pages/account.tsx').then((it) => it.AccountPage)],
];

const Missing = () => (
  <main class="page" id="main" tabIndex={-1}>
    <h1 class="hidden">{say('Not found')}</h1>
    <Search class="only-narrow in-menu missing-search" />
    <Empty title={say('There is no such page')} action={<LinkButton to="/" says={say('Explore')} />}>
      {say('Check the address, or search by a challenge’s number or id, or an agent’s key.')}
    </Empty>
  </main>
);

const startedAgain = 'trigpoint-started-again';
const startAgainEveryMs = 60_000;

/**
 * A browser may remember that a script did not come, and then never asks for it again. So the whole console is loaded again once the
 * service answers. It is not loaded more than once a minute, in case that the script is missing for good.
 */
const loadOrStartAgain = async (load: () => Promise<Page>): Promise<Page> => {
  try {
    return await load();
  } catch (cause) {
    const isBack = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isBack && Date.now() - Number(sessionStorage.getItem(startedAgain)) > startAgainEveryMs) {
      sessionStorage.setItem(startedAgain, String(Date.now()));
      location.reload();
    }
    throw cause;
  }
};

const pageAt = (path: string) =>
  pages.flatMap(([pattern, title, load, early]) => {
    const params = match(pattern, path);
    return params ? [{ pattern, title, load, params, early: early?.(params) ?? [] }] : [];
  })[0];

const firstPage = pageAt(location.pathname);
/**
 * The script of the first page comes while the frame around it is drawn, and what the page shows with it. If they fail to come, `Shown`
 * and the page find out.
 */
void firstPage?.load().catch(() => {});
for (const it of [aboutLoad, ...(firstPage?.early ?? [])]) loadEarly(it);

const Shown = (): JSX.Element => {
  const { path } = usePlace();
  const found = pageAt(path);
  const first = useRef(true);
  const hasShown = useRef(false);
  // The script of a page may not come either while the service cannot be reached. It is asked for again like data.
  const page = useLoad(found?.pattern ?? '', () => (found ? loadOrStartAgain(found.load) : Promise.reject()), {
    when: found !== undefined,
    mayBeCached: true,
  });
  if (page.data) hasShown.current = true;
  // This runs before the effects of the page, because the page may set a better title.
  useLayoutEffect(() => setTitle(found?.title ?? say('Not found')), [path]);
  // After a move within the console a screen reader starts at the new page, not where the link was.
  useEffect(() => {
    if (first.current) first.current = false;
    else document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
  if (!found) return <Missing />;
  return (
    <main class="page" id="main" tabIndex={-1}>
      {page.error ? (
        <>
          <h1 class="hidden">{found.title}</h1>
          <Problem
            error={page.error}
            action={<Button class="small" onClick={() => location.reload()} says={say('Load again')} />}
          />
        </>
      ) : page.data ? (
        <page.data params={found.params} />
      ) : (
        <FirstRows atOnce={!hasShown.current} />
      )}
    </main>
  );
};

/** The same rows as in index.html, so that nothing changes on the screen until the first page has loaded. */
const FirstRows = ({ atOnce }: { atOnce: boolean }) => (
  <div class={`first-rows ${atOnce ? 'at-once' : ''}`} aria-busy="true">
    <span class="hidden">{say('Loading')}</span>
    {Array.from({ length: 6 }, (_, i) => (
      <span key={i} class="skeleton" />
    ))}
  </div>
);

/** The sheet is fetched with the first click on "Sign in". */
const SignIn = () => {
  const { asking } = useSession();
  const [Sheet, setSheet] = useState<ComponentType>();
  useEffect(() => {
    if (asking) void import('./session/sign-in.tsx').then((it) => setSheet(() => it.SignInSheet));
  }, [asking]);
  return asking && Sheet ? <Sheet /> : null;
};

export const App = (): JSX.Element => (
  <SessionProvider>
    <Router>
      <Header />
      <Shown />
      <Footer />
      <SignIn />
    </Router>
  </SessionProvider>
);
