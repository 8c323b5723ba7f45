import type { Evidence, Profile } from '@trigpoint/proofs';
import { type ChallengeEvent, keyOfAgent } from '@trigpoint/protocol';
import { lengthWords } from './durations.ts';
import { oneLine } from './output.ts';

const barLength = 24;

/**
 * What is public of a running challenge, as one line of text. It has only counts, because who measures and what they see is secret
 * until the end.
 */
export class ChallengeView {
  #asked = 0;
  #answered = 0;
  #round = 0;
  #until = 0;
  #at = 0;

  take(event: ChallengeEvent): void {
    this.#at = Date.parse(event.at);
    if (event.kind === 'accepted') {
      [this.#asked, this.#answered, this.#round] = [event.asked, 0, 0];
      this.#until = Date.parse(event.until);
    }
    if (event.kind === 'round') this.#round = event.number;
    if (event.kind === 'reading') this.#answered = event.answered;
  }

  /** The line for a terminal, which draws it over the one before. */
  line(): string {
    if (this.#asked === 0) return '  waiting for the prover and challengers';
    const full = Math.round((this.#answered / this.#asked) * barLength);
    const due = this.#answered < this.#asked ? `, ${this.due()}` : '';
    return `  ${'━'.repeat(full).padEnd(barLength, '·')}  ${this.counts()}${due}`;
  }

  /** How much time the answers had left at the newest event. Both times are by the service's clock. */
  due(): string {
    return `answers due within ${lengthWords(Math.max(1, Math.ceil((this.#until - this.#at) / 1000)))}`;
  }

  counts(): string {
    // The reading of a round comes before the round after it begins.
    const isRunning = this.#round > this.#answered && this.#answered < this.#asked;
    return `${this.#answered} of ${this.#asked} ${this.#answered === 1 ? 'has' : 'have'} reported${isRunning ? `, round ${this.#round} runs` : ''}`;
  }
}

const marks = { for: '✔', against: '✘', neither: '·' } as const;

const leastName = 16;
const mostName = 32;

/** A name for an agent: the city that it claims, or else its name if that is known, or else its short id. */
export const nameOf = (
  { id, claims }: { readonly id: string; readonly claims: Readonly<Record<string, unknown>> },
  names: Names = new Map(),
) => oneLine(String(claims.city || names.get(id) || shortId(id)));

/** Names of challengers, by id. A development network tells them; evidence does not. */
export type Names = ReadonlyMap<string, string>;

/** What each challenger reported, and whether it speaks for the claim. The last line says what the marks mean. */
export const readingLines = ({ words }: Pick<Profile, 'words'>, { transcript }: Evidence, names?: Names): string[] => {
  const seats = transcript.draw?.seats ?? [];
  const longest = Math.max(0, ...seats.map((it) => nameOf(it.challenger, names).length));
  const width = Math.min(Math.max(longest, leastName), mostName);
  const lines = seats.map(({ challenger, lookout, state, message }) => {
    const name = nameOf(challenger, names);
    const { series, failure } = message ? JSON.parse(message) : {};
    const weighed = series ? words.weighed?.(transcript.verdict.detail, challenger.id) : undefined;
    const silent = state === 'cancelled' ? 'was not needed any more' : 'no reading came in time';
    const says = series ? (weighed?.says ?? words.reading(series)) : (failure?.failure.replaceAll('_', ' ') ?? silent);
    const mark = marks[weighed?.speaks ?? 'neither'];
    return `  ${mark} ${name.slice(0, width).padEnd(width)}  ${says}${lookout ? ' (lookout)' : ''}`;
  });
  if (lines.length === 0) return [];
  const about = seats.some((it) => it.lookout) ? ' Lookouts are drawn worldwide, and can only refute.' : '';
  return [...lines, `  ${marks.for} for the claim, ${marks.against} against it, ${marks.neither} neither.${about}`];
};

/** The beginning and the end of an agent's key, which are enough to tell agents apart: `0x12ab34…89ef`. */
export const shortId = (id: string): string => {
  const key = keyOfAgent(id);
  return key.length > 14 ? `${key.slice(0, 8)}…${key.slice(-4)}` : key;
};
