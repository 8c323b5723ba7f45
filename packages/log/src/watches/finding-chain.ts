import type { EntryOf, Finding, SlotResult } from '../entries.ts';

/** A watch has at most this many extra slots in a day. Whoever can change delays can cause them, and the payer pays for them. */
export const mostExtras = 4;
const dayMs = 86_400_000;

/** Whether an extra slot may follow the slot at `due`. `times` are the times of the slots that had an extra one. */
export const allowsExtra = (times: readonly number[], due: number): boolean =>
  times.filter((it) => it > due - dayMs).length < mostExtras;

const shown: readonly (SlotResult | '')[] = ['inside', 'verified'];
/** Whether the result shows where the prover is, so that later slots can be compared with it. */
export const isShown = (result: SlotResult | ''): boolean => shown.includes(result);

/**
 * Whether later slots are compared with this one: whether it becomes the reference. The first slot that shows the place is the
 * reference, and it stays so. If each slot were compared with the one before, a prover could move a little at a time unseen. Another
 * slot becomes the reference only if it finds a move and shows the place again. After `changed` only the extra slot can.
 */
export const becomesReference = (
  { result, finding }: { readonly result: SlotResult; readonly finding: Finding | null },
  hasReference: boolean,
  isExtra: boolean,
): boolean =>
  isShown(result) &&
  (!hasReference || finding === 'moved' || finding === 'probably_moved' || (isExtra && finding === 'changed'));

export interface SavedFindings {
  readonly reference: number | null | undefined;
  readonly extras: readonly number[];
  readonly awaits: Awaited | undefined;
}

interface Awaited {
  readonly number: number;
  /** Whether the extra slot must come. A reader that began later may not know all extra slots of the day. */
  readonly isSure: boolean;
}

type Says = Pick<EntryOf<'extra'>, 'result' | 'finding' | 'compared_with'>;
type Must = (holds: boolean, problem: string) => void;

/** Checks which slot each slot is compared with, and where extra slots must be. Both follow from earlier entries. */
export class FindingChain {
  readonly #isWhole: boolean;
  /** The index of the reference. Undefined before the first entry that names one, null while no slot has shown the place. */
  #reference: number | null | undefined;
  /** The times of the slots of the last day that had an extra one. */
  #extras: number[];
  #awaits: Awaited | undefined;
  #since: number | undefined;

  constructor(isWhole: boolean, saved?: SavedFindings) {
    this.#isWhole = isWhole;
    this.#reference = saved?.reference;
    this.#extras = [...(saved?.extras ?? [])];
    this.#awaits = saved?.awaits;
  }

  save(): SavedFindings {
    return { reference: this.#reference, extras: this.#extras, awaits: this.#awaits };
  }

  /** Whether an extra slot must come next. */
  get isAwaited(): boolean {
    return this.#awaits?.isSure === true;
  }

  ended(index: number, it: EntryOf<'outcome'>, isAnswer: boolean, must: Must): void {
    const { result, finding, compared_with } = it;
    if (finding === undefined || compared_with === undefined) {
      const isEarlier = finding === compared_with && this.#reference === undefined;
      must(isEarlier, 'does not say whether the prover is where it was');
      return;
    }
    this.#compare(index, { result, finding, compared_with }, isAnswer, false, must);
    if (it.due === null) return;
    const due = Date.parse(it.due);
    this.#since ??= due;
    this.#extras = this.#extras.filter((each) => each > due - dayMs);
    if (finding !== 'changed' || !allowsExtra(this.#extras, due)) return;
    this.#awaits = { number: it.number, isSure: this.#isWhole || due - dayMs >= this.#since };
    this.#extras.push(due);
  }

  extra(index: number, it: EntryOf<'extra'>, isAnswer: boolean, must: Must): void {
    must(this.#awaits?.number === it.number, 'tells of an extra slot that nothing asked for');
    this.#awaits = undefined;
    this.#compare(index, it, isAnswer, true, must);
  }

  /** The watch goes on with another entry than an extra slot. */
  passed(): void {
    // No extra slot came. A reader that began later has not seen all extra slots of this day. There were
    // already as many as a day may have.
    if (this.#awaits) this.#extras.pop();
    this.#awaits = undefined;
  }

  #compare(index: number, it: Says, isAnswer: boolean, isExtra: boolean, must: Must): void {
    if (this.#reference === undefined && this.#isWhole) this.#reference = null;
    if (this.#reference === undefined && isAnswer) {
      must((it.compared_with ?? 0) < index, 'is compared with a slot that was not there');
      this.#reference = it.compared_with;
    }
    const reference = isAnswer ? (this.#reference ?? null) : null;
    must(it.compared_with === reference, 'is compared with another slot than the one that showed its place');
    must(it.finding === null || it.compared_with !== null, 'tells of a change and not since when');
    if (becomesReference(it, this.#reference !== null, isExtra)) this.#reference = index;
  }
}
