import type { SlotResult } from '@trigpoint/log';
import { isShown } from '@trigpoint/log/watches';
import { lengthWords, zoneWords } from '@trigpoint/proofs';

export const badgeThemes = ['auto', 'light', 'dark'] as const;
export type BadgeTheme = (typeof badgeThemes)[number];

interface BadgeFacts {
  /** The zone as it was asked for; undefined if only the claim is watched. */
  readonly zone: string | undefined;
  /** The newest slot with an answer: its result, and when it was asked. */
  readonly newest: { readonly result: SlotResult | ''; readonly at: number } | undefined;
  /** True if a later slot than `newest` ended without an answer. */
  readonly isSilent?: boolean;
  /** True if the watch has ended. */
  readonly isOver?: boolean;
  readonly everyMs: number;
  readonly now: number;
}

interface BadgeWords {
  readonly look: 'ok' | 'un' | 'no' | 'none';
  readonly word: string;
  readonly rest: string;
}

const longestPlace = 24;

const placeWords = (zone: string | undefined): string => {
  if (zone === undefined) return 'its place';
  const words = zoneWords(zone);
  return words.length > longestPlace ? 'its zone' : words;
};

/** An answer is too old after this many windows without another one. */
const freshWindows = 2;

/** A badge says zone, state and the age of the proof. It turns grey by itself when proofs stop. */
export const badgeSays = ({ zone, newest, isSilent, isOver, everyMs, now }: BadgeFacts): BadgeWords => {
  const place = placeWords(zone);
  if (!newest)
    return { look: 'none', word: isOver ? 'watch ended' : isSilent ? 'no answer' : 'no proof yet', rest: place };
  const minutes = Math.max(0, Math.floor((now - newest.at) / 60_000));
  const age = lengthWords(minutes * 60);
  const ago = minutes === 0 ? 'just now' : `${age} ago`;
  const isInside = isShown(newest.result);
  const isOutside = newest.result === 'outside';
  const isRefuted = newest.result === 'refuted';
  const was = isRefuted
    ? refuted
    : isInside
      ? `was ${inside(zone, place)}`
      : `was ${isOutside ? 'outside' : 'undecided'}`;
  if (isOver) return { look: 'none', word: 'watch ended', rest: `${was} ${ago}` };
  // One slot may lie at the beginning of its window and the next one at the end of the following window.
  if (now - newest.at > freshWindows * everyMs)
    return {
      look: 'none',
      word: `no proof for ${age}`,
      rest: was,
    };
  // The badge stays red after such a result. A prover that left and then fell silent has not come back.
  if (isSilent && !isOutside && !isRefuted) return { look: 'un', word: 'no answer', rest: `${was} ${ago}` };
  if (isInside)
    return { look: 'ok', word: inside(zone, place), rest: minutes === 0 ? 'proof just now' : `proof ${age} old` };
  if (isOutside) return { look: 'no', word: `not in ${place}`, rest: ago };
  if (isRefuted) return { look: 'no', word: refuted, rest: ago };
  return { look: 'un', word: 'undecided', rest: `${place}, ${ago}` };
};

/** A prover that is not where it claims to be may still be inside the zone. */
const refuted = 'claim refuted';

const inside = (zone: string | undefined, place: string) =>
  zone === undefined ? 'where it claims' : `inside ${place}`;

const colours = {
  light: {
    sf: '#ffffff',
    edge: '#c5cbc6',
    ink: '#15191c',
    soft: '#474f55',
    ok: '#0a7550',
    un: '#855600',
    no: '#bf3316',
  },
  dark: {
    sf: '#14181b',
    edge: '#3d464d',
    ink: '#eceff0',
    soft: '#b0b8be',
    ok: '#4fc793',
    un: '#e3b552',
    no: '#ff8f70',
  },
} as const;

const rules = (theme: 'light' | 'dark'): string => {
  const it = colours[theme];
  return `.sf{fill:${it.sf}}.edge{fill:none;stroke:${it.edge}}.ink{fill:${it.ink}}.line{fill:none;stroke:${it.ink}}.soft,.none{fill:${it.soft}}.ring{stroke:${it.soft}}.ok{fill:${it.ok}}.un{fill:${it.un}}.no{fill:${it.no}}.on{stroke:${it.sf}}`;
};

const styleOf = (theme: BadgeTheme): string =>
  theme === 'auto' ? `${rules('light')}@media(prefers-color-scheme:dark){${rules('dark')}}` : rules(theme);

/** Shape and colour say the same, for people who cannot tell the colours apart. */
const glyphs: Readonly<Record<BadgeWords['look'], string>> = {
  ok: '<circle class="ok" cx="8" cy="8" r="7"/><path class="on" d="m5 8.3 2.2 2.2L11.2 6.2"/>',
  un: '<path class="un" d="M8 .8 15.2 8 8 15.2.8 8Z"/><path class="on" d="M4.8 8.8c1-1.8 2.1-1.8 3.2-.8s2.2 1 3.2-.8"/>',
  no: '<path class="no" d="M5 1.2h6L14.8 5v6L11 14.8H5L1.2 11V5Z"/><path class="on" d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8"/>',
  none: '<circle class="ring" cx="8" cy="8" r="6.4"/><path class="ring" d="M5.2 8h5.6"/>',
};

/** The estimated width of a text. The drawing stretches each text to this width, so that every font fits. */
const widthOf = (text: string, letter: number) => Math.ceil(text.length * letter);
const escaped = (text: string) => text.replace(/[&<>"']/g, (it) => `&#${it.charCodeAt(0)};`);

export const badgeSvg = (facts: BadgeFacts, theme: BadgeTheme): string => drawBadge(badgeSays(facts), theme);

/** Draws the logo, a sign and a word for the state, and the rest in small print. */
export const drawBadge = ({ look, word, rest }: BadgeWords, theme: BadgeTheme): string => {
  const [wordWide, restWide] = [widthOf(word, 6.4), widthOf(rest, 5.7)];
  const wordAt = 119;
  const restAt = wordAt + wordWide + 10;
  const width = restAt + restWide + 12;
  const title = escaped(`Trigpoint: ${word}, ${rest}`);
  const text = (look_: string, x: number, wide: number, size: number, weight: number, says: string) =>
    `<text class="${look_}" x="${x}" y="18" font-size="${size}" font-weight="${weight}" textLength="${wide}" lengthAdjust="spacingAndGlyphs">${escaped(says)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="28" viewBox="0 0 ${width} 28" role="img" aria-label="${title}"><title>${title}</title><style>${styleOf(theme)}</style><rect class="sf" x=".5" y=".5" width="${width - 1}" height="27" rx="4"/><path class="edge" d="M94.5 .5v27"/><rect class="edge" x=".5" y=".5" width="${width - 1}" height="27" rx="4"/><g font-family="IBM Plex Sans,Helvetica Neue,Arial,sans-serif"><path class="line" d="M16 8.2 22 19H10Z" stroke-width="1.8" stroke-linejoin="round"/><circle class="ink" cx="16" cy="15.2" r="1.4"/>${text('ink', 29, 56, 12, 600, 'Trigpoint')}<g transform="translate(99 6)" fill="none" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${glyphs[look]}</g>${text(look, wordAt, wordWide, 12, 600, word)}${text('soft', restAt, restWide, 11, 400, rest)}</g></svg>`;
};
