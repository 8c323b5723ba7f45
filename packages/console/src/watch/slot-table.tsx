import type { JSX } from 'preact';
import { atMostKm, shortId } from '../figures.ts';
import { Table } from '../parts/table.tsx';
import { VerdictWord } from '../parts/verdict-glyph.tsx';
import { absolute, onDay } from '../times.ts';
import { lookOf, meaningOf } from './results.ts';
import type { Slot } from './ticks.ts';

const numberOf = ({ number, count }: Slot): string =>
  count > 1 ? `${number + 1}–${number + count}` : String(number + 1);

/** Slots in rows, newest first. */
export const SlotTable = ({ slots, proofType }: { slots: readonly Slot[]; proofType: string }): JSX.Element => (
  <Table class="folds" columns={['Slot', 'Asked', 'Outcome', { end: 'From its claim' }, { end: 'Challenge' }]}>
    {slots.map((it) => {
      const { outcome, word } = lookOf(it.result);
      const at = Date.parse(it.asked_at ?? it.begins);
      const why = it.reason || meaningOf(it.result);
      return (
        <tr key={it.number}>
          <td class="muted fold-away">{numberOf(it)}</td>
          <td class="soft fold-third" title={absolute(at)}>
            {it.asked_at === null
              ? `${it.result === '' ? 'in the' : 'not asked in the'} window of ${onDay(at)}`
              : onDay(at)}
          </td>
          <td title={why}>
            <VerdictWord outcome={outcome} word={word} />
            {outcome === 'none' && <span class="muted slot-why"> {meaningOf(it.result)}</span>}
          </td>
          <td class="end fold-second">{it.radius_km === null ? '' : `within ${atMostKm(it.radius_km)}`}</td>
          <td class="end fold-last">
            {it.challenge_id !== '' && (
              <a class="link mono" href={`/challenges/${proofType}/${it.challenge_id}`}>
                {shortId(it.challenge_id, 8, 4)}
              </a>
            )}
          </td>
        </tr>
      );
    })}
  </Table>
);
