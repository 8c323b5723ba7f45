import type { Evidence, Profile } from '@trigpoint/proofs';
import type { ComponentChildren, JSX } from 'preact';
import type { RunningView } from './from-live.ts';
import type { HistoryRow } from './outcomes.ts';
import type { Payments } from './payments.ts';
import type { Replay } from './replay.ts';

interface Shown {
  readonly profile: Profile;
  readonly row: HistoryRow;
  /** Claim, prover, payer and how to check it. */
  readonly proof: ComponentChildren;
}

/** How a challenge of one proof type is shown: while it runs, and with its evidence. */
export interface Picture {
  Running(it: Shown & { readonly view: RunningView; readonly now: number }): JSX.Element;
  Ended(
    it: Shown & {
      readonly evidence: Evidence;
      readonly payments: Payments | undefined;
      readonly actions: ComponentChildren;
      /** Panels below those about the verdict. */
      readonly beneath: ComponentChildren;
      /** Panels below claim and proof. */
      readonly aside: ComponentChildren;
      /** Set while the page replays how the answers came in. */
      readonly replay: Replay | undefined;
    },
  ): JSX.Element;
}
