import { distanceKm } from '@trigpoint/proofs';
import type { ChallengeEvent } from '@trigpoint/protocol';

/** Light in fibre, there and back: 2/3 c. */
const kmPerMs = 99.93;
const bars = '▁▂▃▄▅▆▇█';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Whoever measures, as people know them. */
export interface Witness {
  readonly name: string;
  readonly place: Place | undefined;
}

interface Row {
  state: 'waiting' | 'measuring' | 'done' | 'failed';
  rttMs?: number;
  mbps: number[];
  note: string;
}

/** What is known of a running challenge, as lines of text. Pure: events go in, lines come out. */
export class ChallengeView {
  readonly #claim: Place | undefined;
  readonly #witnesses: ReadonlyMap<string, Witness>;
  readonly #rows = new Map<string, Row>();

  constructor(claim: Place | undefined, witnesses: ReadonlyMap<string, Witness>) {
    this.#claim = claim;
    this.#witnesses = witnesses;
  }

  take(event: ChallengeEvent): void {
    if (event.kind === 'accepted') {
      this.#rows.clear();
      for (const id of event.challengers) this.#rows.set(id, { state: 'waiting', mbps: [], note: '' });
      return;
    }
    const row = 'challenger' in event ? this.#rows.get(event.challenger) : undefined;
    if (!row) return;
    if (event.kind === 'round') row.state = 'measuring';
    if (event.kind === 'progress' && event.role === 'challenger' && row.state !== 'done') {
      row.state = 'measuring';
      if (typeof event.fastest_us === 'number' && event.fastest_us > 0) row.rttMs = event.fastest_us / 1000;
      if (typeof event.mbps === 'number') row.mbps.push(event.mbps);
    }
    if (event.kind === 'reading') {
      row.state = event.failure === null ? 'done' : 'failed';
      row.note = event.failure ?? '';
    }
  }

  /** One line per challenger, in the order of the choice. */
  lines(width: number): string[] {
    const slowest = Math.max(1, ...[...this.#rows.values()].map((it) => it.rttMs ?? 0));
    return [...this.#rows].map(([id, row]) => this.#line(id, row, slowest).slice(0, Math.max(20, width - 1)));
  }

  line(id: string): string {
    const row = this.#rows.get(id);
    return row ? this.#line(id, row, undefined) : '';
  }

  #line(id: string, row: Row, slowest: number | undefined): string {
    const mark = { waiting: '·', measuring: '…', done: '✔', failed: '✘' }[row.state];
    const name = this.nameOf(id).slice(0, 16).padEnd(16);
    return `  ${mark} ${name}  ${this.#saw(id, row, slowest)}`.trimEnd();
  }

  #saw(id: string, row: Row, slowest: number | undefined): string {
    if (row.state === 'failed') return row.note.replace('_', ' ');
    if (row.rttMs !== undefined) {
      const within = Math.round(row.rttMs * kmPerMs);
      const place = this.#witnesses.get(id)?.place;
      const away = this.#claim && place ? Math.round(distanceKm(this.#claim, place)) : undefined;
      const rules = away !== undefined && away > within ? `claim is ${number(away)} km away` : '';
      // Where lines are not drawn over each other, nothing tells what a bar is compared with.
      const bar =
        slowest === undefined ? '' : `${'━'.repeat(Math.max(1, Math.round((row.rttMs / slowest) * 16))).padEnd(16)}  `;
      return `${row.rttMs.toFixed(2).padStart(7)} ms  ${bar}within ${number(within)} km  ${rules}`;
    }
    // Single looks jump with the scheduler; their median is what the round is about.
    const moving = row.mbps.filter((it) => it > 0).sort((a, b) => a - b);
    const middle = moving[Math.floor(moving.length / 2)];
    if (middle === undefined) return '';
    const most = Math.max(...row.mbps);
    const curve = row.mbps.slice(-24).map((it) => bars[Math.round((it / most) * (bars.length - 1))]);
    return `${middle.toFixed(1).padStart(8)} Mbit/s  ${curve.join('')}`;
  }

  nameOf(id: string): string {
    return this.#witnesses.get(id)?.name ?? shortId(id);
  }
}

const number = (value: number) => value.toLocaleString('en');

/** `IPv4/0x12ab34cd…` is told apart by its beginning. */
export const shortId = (id: string): string => {
  const key = id.slice(id.indexOf('/') + 1);
  return key.length > 14 ? `${key.slice(0, 8)}…${key.slice(-4)}` : key;
};
