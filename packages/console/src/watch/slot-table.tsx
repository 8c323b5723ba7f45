import { isNews } from '@trigpoint/client/certificate';
import type { JSX } from 'preact';
import { atMostKm, isAnywhere, shortId } from '../figures.ts';
import { Table } from '../parts/table.tsx';
import { VerdictWord } from '../parts/verdict-glyph.tsx';
import { absolute, timesEvery } from '../times.ts';
import { inEnglish, inPageLanguage } from '../words/language.ts';
import { say } from '../words/say.ts';
import { findingMeaning, findingWord, lookOf, lookOfSlot, meaningOf } from './results.ts';
import type { Slot } from './ticks.ts';

/** The number of a slot for people, who count from 1: the log, webhooks and the command line count from 0. */
export const numberOf = ({ number, count }: Pick<Slot, 'number' | 'count'>): string =>
  count > 1 ? `${number + 1}–${number + count}` : String(number + 1);

/** How far away the answer allows the prover to be. If the prover is elsewhere, the distance says nothing and is left out. */
const boundOf = ({ result, radius_km }: Slot): string => {
  if (radius_km === null || lookOf(result).outcome === 'refuted') return '';
  return isAnywhere(radius_km) ? say('anywhere') : say('within {distance}', { distance: atMostKm(radius_km) });
};

/** The page of a challenge learns from the address which watch asked for it. */
const challengeOf = (watch: string, proofType: string, id: string): string =>
  `/challenges/${proofType}/${id}?watch=${watch}`;

/** What has changed since the place was shown, and what the extra slot said. */
const Found = ({
  slot: { finding, extra, extra_reason },
  watch,
  proofType,
}: {
  slot: Slot;
  watch: string;
  proofType: string;
}) => {
  const word = findingWord(finding);
  if (word === '') return null;
  const again = extra && [lookOf(extra.result).word, findingWord(extra.finding)].filter((it) => it !== '').join(', ');
  return (
    <span class={`slot-why ${finding === 'changed' ? 'un' : 'no'}`} title={findingMeaning(finding)}>
      <span class="slot-dot"> · </span>
      {word}
      {again && (
        <span class="soft" title={extra_reason} {...(extra_reason ? inEnglish : {})}>
          <span {...inPageLanguage}>
            {say('; asked again:')}{' '}
            {extra.challenge_id === '' ? (
              again
            ) : (
              <a class="link" href={challengeOf(watch, proofType, extra.challenge_id)}>
                {again}
              </a>
            )}
          </span>
        </span>
      )}
    </span>
  );
};

/** The newest slots in rows, and from the older ones what was known before. */
export const SlotTable = ({
  watch,
  slots,
  rows,
  everySeconds,
  proofType,
}: {
  watch: string;
  slots: readonly Slot[];
  rows: number;
  everySeconds: number;
  proofType: string;
}): JSX.Element => (
  <Table
    class="folds"
    columns={[say('Slot'), say('Asked'), say('Outcome'), { end: say('From its claim') }, { end: say('Challenge') }]}
  >
    {slots.slice(0, rows).map((it, i) => {
      const { outcome, word } = lookOfSlot(it);
      const at = Date.parse(it.asked_at ?? it.begins);
      const { onDay } = timesEvery(everySeconds);
      const why = it.reason || meaningOf(it.result);
      return (
        <tr key={it.number}>
          <td class="muted fold-away" title={say('number {n} in the log', { n: it.number })}>
            {numberOf(it)}
          </td>
          <td class="soft fold-third" title={absolute(at)}>
            {it.asked_at === null
              ? it.result === ''
                ? say('in the window of {day}', { day: onDay(at) })
                : say('not asked in the window of {day}', { day: onDay(at) })
              : onDay(at)}
          </td>
          <td title={why} {...(it.reason ? inEnglish : {})}>
            <div {...inPageLanguage}>
              <VerdictWord outcome={outcome} word={word} />
              {meaningOf(it.result) !== '' && <span class="muted slot-why"> {meaningOf(it.result)}</span>}
              {isNews(it, slots[i + 1]) && <Found slot={it} watch={watch} proofType={proofType} />}
            </div>
          </td>
          <td class="end fold-second">{boundOf(it)}</td>
          <td class="end fold-last">
            {it.challenge_id !== '' && (
              <a class="link mono" href={challengeOf(watch, proofType, it.challenge_id)}>
                {shortId(it.challenge_id, 10, 4)}
              </a>
            )}
          </td>
        </tr>
      );
    })}
  </Table>
);
