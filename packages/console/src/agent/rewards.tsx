import type { ReplyOf, routes } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { exactPoints } from '../figures.ts';
import { Ledger } from '../parts/ledger.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SkeletonRows } from '../parts/states.tsx';
import { anyProofType, call, type Loaded, useLoad } from '../service.ts';
import { say } from '../words/say.ts';

export type Balance = ReplyOf<(typeof routes)['my-balance']>['result'];

export const useBalance = (when: boolean): Loaded<Balance> =>
  useLoad('balance', async (signal) => (await call(anyProofType, 'my-balance', { limit: 50 }, signal)).result, {
    everyMs: 5000,
    when,
  });

/** What the agent's owner earned, line by line. Only the owner sees it. */
export const Rewards = ({ balance }: { balance: Loaded<Balance> }): JSX.Element => (
  <Panel
    class="bleed"
    title={say('Rewards')}
    sub={
      balance.data
        ? say('{points} POINTS, every line says why', { points: exactPoints(balance.data.points_exact) })
        : say('every line says why')
    }
    flush
  >
    {balance.error !== undefined && <Problem error={balance.error} />}
    {balance.data === undefined && balance.error === undefined && <SkeletonRows rows={4} />}
    {balance.data?.entries.length === 0 && (
      <Empty title={say('Nothing earned yet')}>{say('The first reading that is accepted is paid at once.')}</Empty>
    )}
    {balance.data !== undefined && balance.data.entries.length > 0 && <Ledger entries={balance.data.entries} />}
  </Panel>
);
