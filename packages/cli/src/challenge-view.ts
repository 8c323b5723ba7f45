import { atMostKmNumber, distanceKm, inKm, reachKm } from '@trigpoint/proofs';
import type { ChallengeEvent } from '@trigpoint/protocol';

/** No place on Earth is further away. */
const halfRoundKm = 20_015;
const bars = '▁▂▃▄▅▆▇█';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Whoever measures, as people know them. */
export interface Witness {
  readonly name: string;
  readonly place: Place | undefined;
  /** How precisely it states that place. */
  readonly ownRadiusKm: number;
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

  /** When all is over: whoever has not answered did not in time. Tells who. */
  end(): string[] {
    const silent = [...this.#rows].filter(([, row]) => row.state === 'waiting' || row.state === 'measuring');
    for (const [, row] of silent) Object.assign(row, { state: 'failed', note: 'no reading came in time' });
    return silent.map(([id]) => id);
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
    const mark = this.#isAgainst(id, row) ? '✘' : { waiting: '·', measuring: '…', done: '✔', failed: '✘' }[row.state];
    const name = this.nameOf(id).slice(0, 16).padEnd(16);
    return `  ${mark} ${name}  ${this.#saw(id, row, slowest)}`.trimEnd();
  }

  /** The claim is further from this challenger than its answer can have come. */
  #isAgainst(id: string, row: Row): boolean {
    const away = this.#awayKm(id);
    return row.rttMs !== undefined && away !== undefined && away > this.#reachKm(id, row.rttMs);
  }

  #reachKm(id: string, rttMs: number): number {
    return reachKm(rttMs, this.#witnesses.get(id)?.ownRadiusKm);
  }

  #awayKm(id: string): number | undefined {
    const place = this.#witnesses.get(id)?.place;
    return this.#claim && place && distanceKm(this.#claim, place);
  }

  #saw(id: string, row: Row, slowest: number | undefined): string {
    if (row.state === 'failed') return row.note.replace('_', ' ');
    if (row.rttMs !== undefined) {
      const within = this.#reachKm(id, row.rttMs);
      const bound = within < halfRoundKm ? `within ${atMostKmNumber(within).padStart(6)} km` : 'no bound';
      const against = this.#isAgainst(id, row) ? `  claim is ${inKm(this.#awayKm(id) ?? 0)} away` : '';
      // Where lines are not drawn over each other, nothing tells what a bar is compared with.
      const bar =
        slowest === undefined ? '' : `${'━'.repeat(Math.max(1, Math.round((row.rttMs / slowest) * 16))).padEnd(16)}  `;
      return `${row.rttMs.toFixed(2).padStart(7)} ms  ${bar}${bound}${against}`;
    }
    // Single looks jump with the scheduler, and the verdict leaves out what led in: about is all that can be said so far.
    const moving = row.mbps.filter((it) => it > 0).sort((a, b) => a - b);
    const middle = moving[Math.floor(moving.length / 2)];
    if (middle === undefined) return '';
    const most = Math.max(...row.mbps);
    const curve = row.mbps.slice(-24).map((it) => bars[Math.round((it / most) * (bars.length - 1))]);
    return `about ${middle.toPrecision(2).padStart(4)} Mbit/s  ${curve.join('')}`;
  }

  nameOf(id: string): string {
    return this.#witnesses.get(id)?.name ?? shortId(id);
  }
}

/** `IPv4/0x12ab34cd…` is told apart by its beginning. */
export const shortId = (id: string): string => {
  const key = id.slice(id.indexOf('/') + 1);
  return key.length > 14 ? `${key.slice(0, 8)}…${key.slice(-4)}` : key;
};
