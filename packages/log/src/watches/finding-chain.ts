import type { EntryOf, Finding, SlotResult } from '../entries.ts';

/** At most so many extra slots of one watch in a day: whoever can make delays differ can ask for them, and the payer pays. */
export const mostExtras = 4;
const dayMs = 86_400_000;

/** Whether another extra slot may follow a slot of that time, by the times of the slots that had one. */
export const allowsExtra = (times: readonly number[], due: number): boolean =>
  times.filter((it) => it > due - dayMs).length < mostExtras;

const shown: readonly SlotResult[] = ['inside', 'verified'];
/** Whether the result shows where the prover is, so that later slots can be compared with it. */
export const isShown = (result: SlotResult): boolean => shown.includes(result);

/**
 * Whether later slots are compared with this one. They are compared with the first that showed the place, and go on being: who moves
 * a little at a time would never differ from the slot before. Only after a change that was told of does another one take its place,
 * and it must show the place again; after `changed` that is for the extra slot to do.
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
  /** Whether it must come. A reader that began later may not know of all extra slots of the day. */
  readonly isSure: boolean;
}

type Says = Pick<EntryOf<'extra'>, 'result' | 'finding' | 'compared_with'>;
type Wrong = (holds: boolean, problem: string) => void;

/** Which slot each one is compared with, and where extra slots belong. Both follow from the entries before. */
export class FindingChain {
  readonly #isWhole: boolean;
  /** Undefined before the first entry that says what it was compared with, null while no slot has shown the place. */
  #reference: number | null | undefined;
  /** Times of the slots that had an extra one. */
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

  ended(index: number, it: EntryOf<'outcome'>, isAnswer: boolean, wrong: Wrong): void {
    const { result, finding, compared_with } = it;
    if (finding === undefined || compared_with === undefined) {
      const isEarlier = finding === compared_with && this.#reference === undefined;
      wrong(isEarlier, 'does not say whether the prover is where it was');
      return;
    }
    this.#compare(index, { result, finding, compared_with }, isAnswer, false, wrong);
    if (it.due === null) return;
    const due = Date.parse(it.due);
    this.#since ??= due;
    this.#extras = this.#extras.filter((each) => each > due - dayMs);
    if (finding !== 'changed' || !allowsExtra(this.#extras, due)) return;
    this.#awaits = { number: it.number, isSure: this.#isWhole || due - dayMs >= this.#since };
    this.#extras.push(due);
  }

  extra(index: number, it: EntryOf<'extra'>, isAnswer: boolean, wrong: Wrong): void {
    wrong(this.#awaits?.number === it.number, 'tells of an extra slot that nothing asked for');
    this.#awaits = undefined;
    this.#compare(index, it, isAnswer, true, wrong);
  }

  /** The slot goes on without an extra one. */
  passed(): void {
    // Only a reader that began later gets here: the extra slots that it has not seen were too many.
    if (this.#awaits) this.#extras.pop();
    this.#awaits = undefined;
  }

  #compare(index: number, it: Says, isAnswer: boolean, isExtra: boolean, wrong: Wrong): void {
    if (this.#reference === undefined && this.#isWhole) this.#reference = null;
    if (this.#reference === undefined && isAnswer) {
      wrong((it.compared_with ?? 0) < index, 'is compared with a slot that was not there');
      this.#reference = it.compared_with;
    }
    const reference = isAnswer ? (this.#reference ?? null) : null;
    wrong(it.compared_with === reference, 'is compared with another slot than the one that showed its place');
    wrong(it.finding === null || it.compared_with !== null, 'tells of a change and not since when');
    if (becomesReference(it, this.#reference !== null, isExtra)) this.#reference = index;
  }
}
