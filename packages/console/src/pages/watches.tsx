import { type ListedWatch, listWatches } from '@trigpoint/client';
import { lengthWords } from '@trigpoint/proofs';
import type { JSX } from 'preact';
import { count } from '../figures.ts';
import { Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SignedOut, SkeletonRows } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { VerdictWord } from '../parts/verdict-glyph.tsx';
import { clientFor, useLoad, useNow } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { absolute, onDay } from '../times.ts';
import { lookOf } from '../watch/results.ts';
import { SmallStrip } from '../watch/slot-strip.tsx';
import { ticksOf } from '../watch/ticks.ts';
import { watchedType } from '../watch/watched.ts';
import { insideWords, watchName } from '../watch/words.ts';
import { say } from '../words/say.ts';

const everyMs = 10_000;
const mostWatches = 1_000;
const recentSlots = 30;

/** My watches: what each one last found, and the slots before. */
export const WatchesPage = (): JSX.Element => {
  const { user, ask } = useSession();
  const watches = useLoad(
    'watches',
    () => listWatches(clientFor(watchedType), { limit: mostWatches, recent: recentSlots }),
    {
      everyMs,
      when: user !== null && user !== undefined,
    },
  );
  const all = watches.data;
  return (
    <>
      <Heading
        title={say('Watches')}
        lead={say('Provers that are asked again and again, at times that nobody knows before.')}
        actions={
          <>
            <a class="button" href="/webhooks">
              {say('Webhooks')}
            </a>
            <a class="button primary" href="/watches/new">
              {say('Watch a prover')}
            </a>
          </>
        }
      />
      <Panel class="bleed" title={say('Yours')} sub={all ? say('{n} in all', { n: count(all.length) }) : ''} flush>
        {user === null && <SignedOut onSignIn={ask}>{say('Your watches appear here.')}</SignedOut>}
        {watches.error !== undefined && <Problem error={watches.error} />}
        {user !== null && all === undefined && watches.error === undefined && <SkeletonRows rows={4} />}
        {user !== null && all?.length === 0 && (
          <Empty
            title={say('No watches yet')}
            action={
              <a class="button" href="/watches/new">
                {say('Watch a prover')}
              </a>
            }
          >
            {say(
              'Have a prover asked every few hours whether it is in the EU, in a country, or where it claims to be.',
            )}
          </Empty>
        )}
        {user !== null && all !== undefined && all.length > 0 && <WatchTable watches={all} />}
      </Panel>
    </>
  );
};

const stateWords = { running: '', paused: say('paused'), over: say('over') } as const;

const WatchTable = ({ watches }: { watches: readonly ListedWatch[] }) => {
  const now = useNow(10_000);
  return (
    <Table
      class="folds"
      columns={[say('Last outcome'), say('Watch'), say('Newest slots'), say('Asked'), { end: say('Next window') }]}
    >
      {watches.map((it) => {
        const newest = it.recent[0];
        const { outcome, word } = newest
          ? lookOf(newest.result)
          : { outcome: 'none' as const, word: say('No slot yet') };
        const slots = it.recent.map((slot, i) => ({
          ...{ ...slot, number: -i, asked_at: null, challenge_id: '', radius_km: null, finding: '', extra: null },
        }));
        const ticks = ticksOf(slots, it.every_seconds).slice(-recentSlots);
        return (
          <tr key={it.watch} class="linked">
            <td>
              <VerdictWord outcome={outcome} word={word} />
            </td>
            <td class="fold-third">
              <a class="cover medium" href={`/watches/${it.watch}`}>
                {watchName(it)}
              </a>
              <span class="soft watch-place">{insideWords(it.parameters.zone)}</span>
            </td>
            <td class="fold-last">
              <SmallStrip ticks={ticks} />
            </td>
            <td class="soft fold-away">
              {say('every {time}, {n} challengers', {
                time: lengthWords(it.every_seconds),
                n: it.number_of_challengers,
              })}
            </td>
            <td class="end muted fold-second" title={it.next_window ? absolute(Date.parse(it.next_window)) : ''}>
              {stateWords[it.state] || whenNext(it.next_window, now)}
            </td>
          </tr>
        );
      })}
    </Table>
  );
};

const whenNext = (next: string | null, now: number): string => {
  if (next === null) return say('one runs');
  const at = Date.parse(next);
  return at <= now
    ? say('now')
    : at - now < 86_400_000
      ? say('in {time}', { time: lengthWords(Math.ceil((at - now) / 1000)) })
      : onDay(at);
};
