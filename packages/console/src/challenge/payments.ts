import type { ReplyOf, routes } from '@trigpoint/protocol';
import { points } from '../figures.ts';
import type { Moment } from '../parts/timeline.tsx';
import { say } from '../words/say.ts';
import type { PobView } from './pob-view.ts';
import type { PolView, Witness } from './pol-view.ts';
import { notNeededWords } from './readings.ts';

export type Payments = ReplyOf<(typeof routes)['challenge-payments']>['result'];

/**
 * The verdict is the last event, and payments are made with it. The list has what the network added, and no fee of the payer, so
 * the words say whose POINTS they are.
 */
export const withPayment = (moments: readonly Moment[], paid: number, notNeeded = 0): readonly Moment[] =>
  moments.map((it, i) => {
    if (i < moments.length - 1 || paid === 0) return it;
    const told = { verdict: it.text, paid: points(paid) };
    const text =
      notNeeded > 0
        ? say('{verdict}, {paid} POINTS paid by the network, also to those not needed', told)
        : say('{verdict}, {paid} POINTS paid by the network', told);
    return { ...it, text };
  });

/** Adds what was paid to a view. While that is being loaded, the view stays as it is. */
export const polPaid = (view: PolView, payments: Payments | undefined): PolView =>
  payments
    ? {
        ...view,
        paidPoints: payments.points,
        moments: withPayment(view.moments, payments.points, view.witnesses.filter(isNotNeeded).length),
      }
    : view;

const isNotNeeded = ({ remark }: Witness): boolean => remark === notNeededWords;

export const pobPaid = (view: PobView, payments: Payments | undefined): PobView => {
  if (!payments) return view;
  const byChallenger = new Map(payments.payments.map((it) => [it.challenger, it.points]));
  return {
    ...view,
    paidPoints: payments.points,
    moments: withPayment(view.moments, payments.points, view.rounds.filter((it) => it.state === 'not-needed').length),
    rounds: view.rounds.map((it) => {
      const paidPoints = byChallenger.get(it.challenger);
      return paidPoints === undefined ? it : { ...it, paidPoints };
    }),
  };
};
