import type { ListedPublicWatch } from '@trigpoint/client';
import { lengthWords } from '@trigpoint/proofs';
import type { JSX } from 'preact';
import { Table } from '../parts/table.tsx';
import { VerdictWord } from '../parts/verdict-glyph.tsx';
import { useNow } from '../service.ts';
import { absolute, onDay } from '../times.ts';
import { say, sayCount } from '../words/say.ts';
import { watchName } from './names.ts';
import { lookOf } from './results.ts';
import { SmallStrip } from './slot-strip.tsx';
import { ticksOf } from './ticks.ts';
import { everyWords, insideWords } from './words.ts';

/** As many slots as a row has room for. */
export const recentSlots = 30;

const stateWords = { running: '', paused: say('paused'), over: say('ended') } as const;

/** Watches in rows: what each one last found, and the slots before. */
export const WatchTable = ({
  watches,
  own = [],
}: {
  watches: readonly ListedPublicWatch[];
  /** Which of them are marked as those of whoever signed in. */
  own?: readonly Pick<ListedPublicWatch, 'watch'>[];
}): JSX.Element => {
  const now = useNow(10_000);
  return (
    <Table
      class="folds watch-table"
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
              {own.some(({ watch }) => watch === it.watch) && <span class="muted">{say(' · yours')}</span>}
              <span class="soft watch-place">
                {say('should be {place}', { place: insideWords(it.parameters.zone) })}
              </span>
            </td>
            <td class="fold-last">
              <SmallStrip ticks={ticks} />
            </td>
            <td class="soft fold-away">
              {sayCount(it.number_of_challengers, '{every}, {n} challenger', '{every}, {n} challengers', {
                every: everyWords(it.every_seconds),
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
  if (next === null) return say('window open');
  const at = Date.parse(next);
  return at <= now
    ? say('now')
    : at - now < 86_400_000
      ? say('in {time}', { time: lengthWords(Math.ceil((at - now) / 1000)) })
      : onDay(at);
};
