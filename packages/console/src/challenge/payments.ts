import type { ReplyOf, routes } from '@trigpoint/protocol';
import type { PobView } from './pob-view.ts';
import type { PolView } from './pol-view.ts';

export type Payments = ReplyOf<(typeof routes)['challenge-payments']>['result'];

/** A view with what was paid; the same without, while that is being loaded. */
export const polPaid = (view: PolView, payments: Payments | undefined): PolView =>
  payments ? { ...view, paidPoints: payments.points } : view;

export const pobPaid = (view: PobView, payments: Payments | undefined): PobView => {
  if (!payments) return view;
  const byChallenger = new Map(payments.payments.map((it) => [it.challenger, it.points]));
  return {
    ...view,
    paidPoints: payments.points,
    rounds: view.rounds.map((it) => {
      const paidPoints = byChallenger.get(it.challenger);
      return paidPoints === undefined ? it : { ...it, paidPoints };
    }),
  };
};
