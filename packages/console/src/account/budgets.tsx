import type { ReplyOf, routes } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { exactPoints } from '../figures.ts';
import { accountWords as words } from './words.ts';

export type Budget = Pick<ReplyOf<(typeof routes)['my-balance']>['result']['budgets'][number], 'of' | 'used' | 'most'>;

/** One bar for each budget: what the network paid today, and the most that it pays in a day. */
export const Budgets = ({ budgets }: { budgets: readonly Budget[] }): JSX.Element => (
  <ul class="budgets">
    {budgets.map(({ of, used, most }) => (
      <li key={of}>
        <span>{words.budgetOf[of] ?? of}</span>
        <span class="soft">
          {exactPoints(used)} {words.ofMost(exactPoints(most))}
        </span>
        <div class="bar">
          <i style={{ width: `${Math.min(100, (Number(used) / Math.max(Number(most), 1e-9)) * 100)}%` }} />
        </div>
      </li>
    ))}
  </ul>
);
