import { type ListedWatch, listWatches } from '@trigpoint/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count } from '../figures.ts';
import { LinkButton } from '../parts/button.tsx';
import { Heading } from '../parts/heading.tsx';
import { More } from '../parts/more.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SignedOut, SkeletonRows } from '../parts/states.tsx';
import { clientFor, type Loaded, useKept, useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { usePublicWatches } from '../watch/public-list.ts';
import { recentSlots, WatchTable } from '../watch/watch-table.tsx';
import { watchedType } from '../watch/watched.ts';
import { say } from '../words/say.ts';

const everyMs = 10_000;
const mostWatches = 1_000;

/** The watches of whoever signed in, and the public ones. Somebody who is not signed in sees the public ones first. */
export const WatchesPage = (): JSX.Element => {
  const { user } = useSession();
  const own = useLoad(
    'watches',
    () => listWatches(clientFor(watchedType), { limit: mostWatches, recent: recentSlots }),
    { everyMs, when: user !== null && user !== undefined },
  );
  return (
    <>
      <Heading
        title={say('Watches')}
        lead={say('Provers that are asked again and again, once in each window, at a moment that nobody knows before.')}
        actions={
          <>
            <LinkButton to="/webhooks" says={say('Webhooks')} />
            <LinkButton class="primary" to="/watches/new" says={say('Watch a prover')} />
          </>
        }
      />
      <div class="columns">
        {user === null && <PublicPanel own={[]} />}
        <OwnPanel watches={own} />
        {user && <PublicPanel own={own.data ?? []} />}
      </div>
    </>
  );
};

const OwnPanel = ({ watches }: { watches: Loaded<readonly ListedWatch[]> }) => {
  const { user, ask } = useSession();
  const all = watches.data;
  return (
    <Panel class="bleed" title={say('Yours')} sub={all ? say('{n} in all', { n: count(all.length) }) : ''} flush>
      {user === null && <SignedOut onSignIn={ask}>{say('Your watches appear here.')}</SignedOut>}
      {watches.error !== undefined && <Problem error={watches.error} />}
      {user !== null && all === undefined && watches.error === undefined && <SkeletonRows rows={4} />}
      {user !== null && all?.length === 0 && (
        <Empty title={say('No watches yet')} action={<LinkButton to="/watches/new" says={say('Watch a prover')} />}>
          {say('Have a prover asked every few hours whether it is in the EU, in a country, or where it claims to be.')}
        </Empty>
      )}
      {user !== null && all !== undefined && all.length > 0 && <WatchTable watches={all} />}
    </Panel>
  );
};

const PublicPanel = ({ own }: { own: readonly ListedWatch[] }) => {
  const [pages, setPages] = useState(1);
  const list = usePublicWatches(pages, recentSlots, everyMs);
  const loaded = useKept(list.data, pages > 1);
  return (
    <Panel class="bleed" title={say('Public')} sub={say('those whose payers let anybody see them')} flush>
      {list.error !== undefined && <Problem error={list.error} />}
      {loaded === undefined && list.error === undefined && <SkeletonRows rows={4} />}
      {loaded?.watches.length === 0 && (
        <Empty title={say('No public watches')}>
          {say('A watch stays with its payer until the payer lets anybody see it.')}
        </Empty>
      )}
      {loaded !== undefined && loaded.watches.length > 0 && <WatchTable watches={loaded.watches} own={own} />}
      {loaded?.hasMore && <More loading={list.data === undefined} onMore={() => setPages(pages + 1)} />}
    </Panel>
  );
};
