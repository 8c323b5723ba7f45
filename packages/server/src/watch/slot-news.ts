import type { Finding, SlotResult } from '@trigpoint/log';

export type WatchKind =
  | 'watch.inside'
  | 'watch.undecided'
  | 'watch.outside'
  | 'watch.missed'
  | 'watch.changed'
  | 'watch.moved';

/** What a result means to whoever watches. A pause is no news. */
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

/** All that is to be told of a slot. */
export const kindsOf = (result: SlotResult, finding: Finding | null): WatchKind[] =>
  [ofResult[result], finding === null ? undefined : ofFinding[finding]].filter((it) => it !== undefined);
