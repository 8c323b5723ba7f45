import type { ProgressContext, ProgressUpdate, ProgressWords, ProofType } from '@trigpoint/proofs';
import type { ChallengeEvent } from '@trigpoint/protocol';

/** Whoever measures, as people know them. */
export interface Witness {
  readonly name: string;
  readonly claims: ProgressContext['claims'];
}

interface Row {
  state: 'waiting' | 'measuring' | 'done' | 'failed';
  readonly updates: ProgressUpdate[];
  note: string;
}

const barLength = 16;

/** What is known of a running challenge, as lines of text. Pure: events go in, lines come out. */
export class ChallengeView {
  readonly #proofType: Pick<ProofType, 'progress'>;
  readonly #parameters: ProgressContext['parameters'];
  readonly #witnesses: ReadonlyMap<string, Witness>;
  readonly #rows = new Map<string, Row>();

  constructor(
    proofType: Pick<ProofType, 'progress'>,
    parameters: ProgressContext['parameters'],
    witnesses: ReadonlyMap<string, Witness>,
  ) {
    this.#proofType = proofType;
    this.#parameters = parameters;
    this.#witnesses = witnesses;
  }

  take(event: ChallengeEvent): void {
    if (event.kind === 'accepted') {
      this.#rows.clear();
      for (const id of event.challengers) this.#rows.set(id, { state: 'waiting', updates: [], note: '' });
      return;
    }
    const row = 'challenger' in event ? this.#rows.get(event.challenger) : undefined;
    if (!row) return;
    if (event.kind === 'round') row.state = 'measuring';
    if (event.kind === 'progress' && event.role === 'challenger' && row.state !== 'done') {
      row.state = 'measuring';
      row.updates.push(event);
    }
    if (event.kind === 'reading') {
      row.state = event.failure === null ? 'done' : 'failed';
      row.note = event.failure ?? '';
    }
  }

  /** When all is over: whoever has not answered did not in time. Tells who. */
  end(): string[] {
    const silent = [...this.#rows].filter(([, row]) => row.state === 'waiting' || row.state === 'measuring');
    for (const [, row] of silent) Object.assign(row, { state: 'failed', note: 'no reading came in time' });
    return silent.map(([id]) => id);
  }

  /** One line per challenger, in the order of the choice. */
  lines(width: number): string[] {
    const seen = [...this.#rows].map(([id, row]) => [id, row, this.#seen(id, row)] as const);
    const longest = Math.max(1, ...seen.map(([, , it]) => it?.bar ?? 0));
    return seen.map(([id, row, it]) => this.#line(id, row, it, longest).slice(0, Math.max(20, width - 1)));
  }

  line(id: string): string {
    const row = this.#rows.get(id);
    return row ? this.#line(id, row, this.#seen(id, row), undefined) : '';
  }

  #seen(id: string, { updates }: Row): ProgressWords | undefined {
    const claims = this.#witnesses.get(id)?.claims ?? {};
    return this.#proofType.progress(updates, { parameters: this.#parameters, claims });
  }

  #line(id: string, row: Row, seen: ProgressWords | undefined, longest: number | undefined): string {
    const mark = seen?.isAgainst ? '✘' : { waiting: '·', measuring: '…', done: '✔', failed: '✘' }[row.state];
    const name = this.nameOf(id).slice(0, 16).padEnd(16);
    const says = row.state === 'failed' ? row.note.replace('_', ' ') : sayProgress(seen, longest);
    return `  ${mark} ${name}  ${says}`.trimEnd();
  }

  nameOf(id: string): string {
    return this.#witnesses.get(id)?.name ?? shortId(id);
  }
}

const sayProgress = (seen: ProgressWords | undefined, longest: number | undefined): string => {
  if (!seen) return '';
  // Where lines are not drawn over each other, nothing tells what a bar is compared with.
  const bar =
    seen.bar === undefined || longest === undefined
      ? []
      : ['━'.repeat(Math.max(1, Math.round((seen.bar / longest) * barLength))).padEnd(barLength)];
  return [seen.figure, ...bar, seen.note ?? ''].join('  ');
};

/** `IPv4/0x12ab34cd…` is told apart by its beginning. */
export const shortId = (id: string): string => {
  const key = id.slice(id.indexOf('/') + 1);
  return key.length > 14 ? `${key.slice(0, 8)}…${key.slice(-4)}` : key;
};
