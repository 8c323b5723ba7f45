import type { ReplyOf, routes } from '@trigpoint/protocol';
import { points } from '../figures.ts';
import type { Moment } from '../parts/timeline.tsx';
import { say } from '../words/say.ts';
import type { PobView } from './pob-view.ts';
import type { PolView } from './pol-view.ts';

export type Payments = ReplyOf<(typeof routes)['challenge-payments']>['result'];

/** The verdict is the last event, and payments are made with it. */
export const withPayment = (moments: readonly Moment[], paid: number): readonly Moment[] =>
  moments.map((it, i) =>
    i === moments.length - 1 && paid > 0
      ? { ...it, text: say('{verdict}, {paid} POINTS paid', { verdict: it.text, paid: points(paid) }) }
      : it,
  );

/** Adds what was paid to a view. While that is being loaded, the view stays as it is. */
export const polPaid = (view: PolView, payments: Payments | undefined): PolView =>
  payments ? { ...view, paidPoints: payments.points, moments: withPayment(view.moments, payments.points) } : view;

export const pobPaid = (view: PobView, payments: Payments | undefined): PobView => {
  if (!payments) return view;
  const byChallenger = new Map(payments.payments.map((it) => [it.challenger, it.points]));
  return {
    ...view,
    paidPoints: payments.points,
    moments: withPayment(view.moments, payments.points),
    rounds: view.rounds.map((it) => {
      const paidPoints = byChallenger.get(it.challenger);
      return paidPoints === undefined ? it : { ...it, paidPoints };
    }),
  };
};
