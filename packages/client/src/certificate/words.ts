import type { Certificate } from '@trigpoint/log/watches';
import { lengthWords } from '@trigpoint/proofs';
import { dayMs, longDay, minute, number, second, wholeDay } from './formats.ts';

const nb = '\u00a0';

export type Summary = Certificate['summary'];
export const good = (it: Summary): number => it.inside + it.verified;
const bad = (it: Summary): number => it.outside + it.refuted;
export const open = (it: Summary): number => it.undecided + it.inconclusive;

const unclaimed = 'where it claims to be';
/** Whether the words are about a zone, and not about the claim alone. */
export const isAboutZone = (words: string): boolean => words !== unclaimed;
/** Of a zone: answers that put the prover outside of it. Otherwise: answers that refute the claim. */
export const away = (it: Summary, words: string): number => (isAboutZone(words) ? it.outside : bad(it));
/** Of a zone: answers that refute the claim, and leave open whether the prover is in the zone. */
export const refutedOnly = (it: Summary, words: string): number => bad(it) - away(it, words);

/** What a payer asks about. The name of a zone is as a page shows it. */
export const askedWords = (zone: string | undefined): string => (zone === undefined ? unclaimed : `inside ${zone}`);

const spanOf = ({ from, to }: Summary): string => {
  const [first, last] = [new Date(from), new Date(Date.parse(to) - 1)];
  if (wholeDay.format(first) === wholeDay.format(last)) {
    const clock = Date.parse(to) - Date.parse(from) < 10 * 60_000 ? second : minute;
    return `${wholeDay.format(first)}, ${clock.format(first)} to ${clock.format(new Date(to))} UTC`;
  }
  const isOneYear = first.getUTCFullYear() === last.getUTCFullYear();
  return `${(isOneYear ? longDay : wholeDay).format(first)} to ${wholeDay.format(last)} (UTC)`;
};

/** Extra slots that put the prover elsewhere. They count for no window, but the log has them. */
export const extraAway = ({ findings }: Summary): number => findings?.extra_outside ?? 0;
/** Answers that cannot come from where the prover was shown to be. Windows and extra slots count alike. */
const moves = ({ findings }: Summary): number => findings?.moved ?? 0;

/** Each answer after a move says so, also where the prover moved once. */
export const movesWords = (answers: number): string =>
  answers === 1 ? '1 answer proves that it has moved' : `${number.format(answers)} answers prove that it has moved`;

/** What a title says of windows alone is not the whole truth if extra slots or moves say more. */
const besides = (it: Summary): string => {
  if (extraAway(it) > 0) return `; asked again, it was elsewhere ${times(extraAway(it))}`;
  return moves(it) > 0 ? `; ${movesWords(moves(it))}` : '';
};

/** Whether extra slots or moves say more than the windows. */
export const saysMore = (it: Summary): boolean => besides(it) !== '';

/** "Seen", never "was": between two slots nobody looked. */
export const titleOf = ({ summary }: Pick<Certificate, 'summary'>, who: string, words: string): string => {
  const also = besides(summary);
  const span = `${also}${also === '' ? ', ' : '; '}${spanOf(summary)}`;
  const [outside, refuted] = [away(summary, words), refutedOnly(summary, words)];
  if (outside > 0) return `${who} was seen ${elsewhere(words)} ${times(outside)}${span}`;
  if (refuted > 0) return `${who} was seen ${elsewhere(unclaimed)} ${times(refuted)}${span}`;
  if (good(summary) === 0) return `${who} was never seen ${words}${span}`;
  // A title is read alone. With fewer answers than half of the slots it must not sound like a proof of the whole time.
  if (good(summary) * 2 < summary.due)
    return `${who} was seen ${words} at only ${number.format(good(summary))} of ${number.format(summary.due)} slots${span}`;
  return `${who} was seen ${also === '' ? `only ${words}` : `${words} at its slots`}${span}`;
};
const elsewhere = (words: string) =>
  words.startsWith('inside ') && !words.includes(', then ') ? words.replace('inside', 'outside') : `not ${words}`;
export const times = (count: number): string => (count === 1 ? 'once' : `${number.format(count)} times`);

/** What was asked and what was answered, in a few sentences. */
export const leadOf = (it: Summary, words: string, challengers: number): string =>
  [askedAndAnswered(it, words, challengers), ...(it.others.length > 0 ? [`${othersWords(it)}.`] : [])].join(' ');

/** A prover that is watched by many may show the best of its certificates. */
export const othersWords = ({ others }: Summary): string =>
  others.length === 1
    ? '1 other watch asks this prover'
    : `${number.format(others.length)} other watches ask this prover`;

const askedAndAnswered = (it: Summary, words: string, challengers: number): string => {
  const days = (Date.parse(it.to) - Date.parse(it.from)) / dayMs;
  const asked = it.held + it.refused + it.absent + it.unanswered;
  const span = days >= 2 ? `${Math.round(days)} days` : lengthWords(Math.round(days * 86_400));
  if (asked === 0) return `It was never asked in ${span}.`;
  const moments = asked === 1 ? 'a moment' : 'moments';
  return [
    `It was asked ${times(asked)} in ${span}, at ${moments} it could not predict.`,
    answerWords(it, words, challengers),
    ...(extraAway(it) > 0 ? [`Asked again after a change, it was elsewhere ${times(extraAway(it))}.`] : []),
    ...(moves(it) > 0 ? [`${movesWords(moves(it))}.`] : []),
    ...(good(it) + bad(it) > 0
      ? [
          `The longest time without an answer that decides was ${lengthWords(it.longest_gap_seconds).replaceAll(' ', nb)}.`,
        ]
      : []),
  ].join(' ');
};

const answerWords = (it: Summary, words: string, challengers: number): string => {
  const liars =
    it.liars === null ? '' : ` even if ${it.liars} of the ${challengers} challengers drawn for its claim lied`;
  const refuted = refutedOnly(it, words);
  if (it.held === 0) return 'It gave no answer.';
  if (it.held === 1)
    return `Its one answer${saysMore(it) ? ' at its slots' : ''} ${good(it) === 1 ? `put it ${words}${liars}` : refuted === 1 ? 'refuted its claim' : bad(it) === 1 ? 'put it elsewhere' : 'could not tell where it was'}.`;
  const some = (count: number, none: string) => (count === 0 ? none : number.format(count));
  return (
    `${some(good(it), 'None')} of the ${number.format(it.held)} answers${saysMore(it) ? ' at its slots' : ''} put it ${words}${good(it) === 0 ? '' : liars}, ` +
    `${some(open(it), 'none')} left it open, ${some(away(it, words), 'none')} put it elsewhere` +
    `${refuted === 0 ? '' : `, ${number.format(refuted)} refuted its claim`}.`
  );
};

/**
 * Whom a payer asks for is drawn from around the claim, or from further off where few are near. Lookouts come on top, if the service
 * draws any.
 */
export const challengerWords = (count: number): string =>
  `${count === 1 ? '1 challenger' : `${number.format(count)} challengers`} drawn for its claim, besides any lookouts drawn worldwide`;

/** Whether it is where it was, in a few words. */
export const findingWords = ({ findings: it }: Summary): string | undefined => {
  if (!it) return undefined;
  if (it.compared === 0) return 'no answer yet to compare with an earlier one';
  const found = [
    ...(it.moved > 0 ? [`moved in ${number.format(it.moved)}`] : []),
    ...(it.probably_moved > 0 ? [`probably moved in ${number.format(it.probably_moved)}`] : []),
    ...(it.changed > 0 ? [`delays changed in ${number.format(it.changed)}`] : []),
  ];
  const extra =
    it.extra === 0
      ? ''
      : `; asked again ${times(it.extra)}${it.extra_outside > 0 ? `, elsewhere ${times(it.extra_outside)}` : ''}`;
  const compared = it.compared === 1 ? '1 answer' : `${number.format(it.compared)} answers`;
  return `${compared} with those that showed its place: ${found.join(', ') || 'no change'}${extra}`;
};

export const unwitnessedWords = ({ unwitnessed }: Summary): string => {
  if (unwitnessed === 0) return '';
  return unwitnessed === 1
    ? ' That 1 slot was not written later: no witness saw it begin.'
    : ` That ${number.format(unwitnessed)} slots were not written later: no witness saw them begin.`;
};

/** What the answers that decide say, on both sides. */
export const shownWords = (it: Summary, words: string): string => {
  const at = (count: number) =>
    it.due === 1 ? 'at its one slot' : `at ${number.format(count)} of the ${number.format(it.due)} slots`;
  const said = [
    ...(good(it) > 0 ? [`answered too fast to be anywhere but ${words}, ${at(good(it))}`] : []),
    ...(away(it, words) > 0 ? [`answered too fast to be ${words}, ${at(away(it, words))}`] : []),
    ...(refutedOnly(it, words) > 0 ? [`answered too fast to be ${unclaimed}, ${at(refutedOnly(it, words))}`] : []),
    // What is outside of the zone refutes the claim, too.
    ...(extraAway(it) > 0
      ? [`answered too fast to be ${unclaimed}, ${times(extraAway(it))} when it was asked again`]
      : []),
  ];
  return said.length > 0 ? `${said.join('. It ')}.` : 'gave no answer that decides.';
};

export const withoutAnswer = (it: Summary, words: string): string => {
  const count = it.due - it.held + open(it);
  if (count === 0) return '';
  const slots = count === 1 ? 'slot' : `${number.format(count)} slots`;
  return ` That the ${slots} without an answer that decides ${count === 1 ? 'was' : 'were'} spent ${words}.`;
};

/** A page cannot know whose cosignatures its reader trusts. */
export const cosignedWords = (count: number): string => {
  if (count === 0) return 'without cosignatures of witnesses';
  const cosignatures = count === 1 ? '1 cosignature' : `${number.format(count)} cosignatures`;
  return `with ${cosignatures}; the check counts those of witnesses that trust.json names`;
};

export const loggedWords = (due: number): string =>
  due === 1
    ? 'The slot is in a public log that only grows. Leaving it out breaks the check.'
    : `All ${number.format(due)} slots, those without an answer too, are in a public log that only grows, each before the next was due. Leaving one out breaks the check.`;
