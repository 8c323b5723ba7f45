import type { Evidence, Profile } from '@trigpoint/proofs';
import type { ChallengeEvent } from '@trigpoint/protocol';

const barLength = 24;

/**
 * What is public of a running challenge, as one line of text. Who measures and what they see stays secret until the end,
 * so there are only counts. Pure: events go in, a line comes out.
 */
export class ChallengeView {
  #asked = 0;
  #answered = 0;
  #round = 0;

  take(event: ChallengeEvent): void {
    if (event.kind === 'accepted') [this.#asked, this.#answered, this.#round] = [event.asked, 0, 0];
    if (event.kind === 'round') this.#round = event.number;
    if (event.kind === 'reading') this.#answered = event.answered;
  }

  /** For a terminal that draws it over itself. */
  line(): string {
    if (this.#asked === 0) return '  waiting for challengers';
    const full = Math.round((this.#answered / this.#asked) * barLength);
    return `  ${'━'.repeat(full).padEnd(barLength, '·')}  ${this.counts()}`;
  }

  counts(): string {
    const isRunning = this.#round > 0 && this.#answered < this.#asked;
    return `${this.#answered} of ${this.#asked} have answered${isRunning ? `, round ${this.#round} runs` : ''}`;
  }
}

/** What each challenger of the last attempt reported, once it is public. */
export const readingLines = ({ words }: Pick<Profile, 'words'>, { transcript, eligible_sets }: Evidence): string[] => {
  const last = transcript.attempts.at(-1);
  const claims = new Map((last ? (eligible_sets[last.eligible_hash] ?? []) : []).map((it) => [it.id, it.claims]));
  return (last?.chosen ?? []).map(({ challenger, message }) => {
    const name = String(claims.get(challenger)?.city ?? shortId(challenger));
    const { series, failure } = message ? JSON.parse(message) : {};
    const says = series ? words.reading(series) : (failure?.failure.replaceAll('_', ' ') ?? 'no reading came in time');
    return `  ${series ? '✔' : '✘'} ${name.slice(0, 16).padEnd(16)}  ${says}`;
  });
};

/** `IPv4/0x12ab34cd…` is told apart by its beginning. */
export const shortId = (id: string): string => {
  const key = id.slice(id.indexOf('/') + 1);
  return key.length > 14 ? `${key.slice(0, 8)}…${key.slice(-4)}` : key;
};
