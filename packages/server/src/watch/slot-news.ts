import type { Finding, SlotResult } from '@trigpoint/log';
import type { Tx } from '../db/driver.ts';
import { iso } from '../times.ts';
import type { WatchRow } from './store.ts';

type WatchKind =
  | 'watch.inside'
  | 'watch.undecided'
  | 'watch.outside'
  | 'watch.missed'
  | 'watch.changed'
  | 'watch.moved';

/** Which message a result causes. A pause causes none. */
const ofResult: Readonly<Record<SlotResult, WatchKind | undefined>> = {
  ...{ inside: 'watch.inside', verified: 'watch.inside' },
  ...{ undecided: 'watch.undecided', inconclusive: 'watch.undecided' },
  ...{ outside: 'watch.outside', refuted: 'watch.outside' },
  ...{ missed: 'watch.missed', absent: 'watch.missed', refused: 'watch.missed', unanswered: 'watch.missed' },
  ...{ unpaid: 'watch.missed', paused: undefined },
};

const ofFinding: Readonly<Record<Finding, WatchKind | undefined>> = {
  ...{ same: undefined, changed: 'watch.changed', probably_moved: 'watch.moved', moved: 'watch.moved' },
};

/** The messages that a slot causes. */
const kindsOf = (result: SlotResult, finding: Finding | null): WatchKind[] =>
  [ofResult[result], finding === null ? undefined : ofFinding[finding]].filter((it) => it !== undefined);

/** Queues a message to the payer, in the transaction that ends the slot. */
export type TellPayer = (
  tx: Tx,
  told: {
    readonly kind: WatchKind;
    readonly keys: readonly string[];
    readonly at: number;
    readonly data: Readonly<Record<string, string | null>>;
  },
) => Promise<void>;

/** What became of a slot. */
interface EndedSlot {
  readonly watch: Pick<WatchRow, 'id' | 'name' | 'payer'>;
  readonly number: number;
  readonly beginsAt: number;
  readonly at: number;
  readonly result: SlotResult;
  readonly reason: string;
  readonly finding?: Finding | null;
  readonly challenge?: string | null;
  readonly isExtra: boolean;
}

export const tellOfSlot = async (tx: Tx, tell: TellPayer | undefined, it: EndedSlot): Promise<void> => {
  const { watch, result, reason, finding = null, challenge = null } = it;
  for (const kind of kindsOf(result, finding))
    await tell?.(tx, {
      ...{ kind, keys: [watch.payer.slice(watch.payer.indexOf(':') + 1)], at: it.at },
      data: {
        ...{ watch: watch.id, name: watch.name, slot: String(it.number), result, reason },
        ...{ challenge_id: challenge, begins: iso(it.beginsAt) },
        ...{ finding, extra: String(it.isExtra) },
      },
    });
};
