import type { ReplyOf, routes } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { plural } from '../figures.ts';
import { Panel } from '../parts/panel.tsx';
import { Empty, explain, Problem, SkeletonRows } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { anyProofType, call, useLoad, useNow } from '../service.ts';
import { absolute, ago, atMinute } from '../times.ts';
import { kindWord } from './kinds.ts';

type Delivery = ReplyOf<(typeof routes)['webhook-deliveries']>['result']['deliveries'][number];

const everyMs = 4_000;
const mostShown = 100;

const becameOf = ({ state, tries, answer, next_try_at }: Delivery): string => {
  if (state === 'delivered') return tries > 1 ? `Delivered, try ${tries}` : 'Delivered';
  if (state === 'given_up') return `Given up after ${plural(tries, 'try', 'tries')}`;
  if (tries === 0 || next_try_at === null || Date.parse(next_try_at) <= Date.now()) return 'On its way';
  return `Tried ${tries === 1 ? 'once' : `${tries} times`}, again at ${atMinute(Date.parse(next_try_at))}: ${answer}`;
};

/** What was sent to one webhook, and what became of it. */
export const Deliveries = ({ webhook, url }: { webhook: string; url: string }): JSX.Element => {
  const now = useNow(5_000);
  const [problem, setProblem] = useState<string>();
  const deliveries = useLoad(
    `deliveries ${webhook}`,
    async (signal) =>
      (await call(anyProofType, 'webhook-deliveries', { webhook, limit: mostShown }, signal)).result.deliveries,
    { everyMs },
  );
  const replay = async (delivery: string) => {
    setProblem(undefined);
    try {
      await call(anyProofType, 'replay-delivery', { webhook, delivery });
      deliveries.reload();
    } catch (error) {
      setProblem(explain(error).means);
    }
  };
  const rows = deliveries.data;
  return (
    <Panel
      class="bleed"
      title="Deliveries"
      sub={`to ${new URL(url).host}, newest first`}
      flush
      legend={<li>At least once, signed, tried for 3 days; kept for 30 days</li>}
    >
      {deliveries.error !== undefined && <Problem error={deliveries.error} />}
      {problem && (
        <p class="no padded" role="alert">
          {problem}
        </p>
      )}
      {rows === undefined && deliveries.error === undefined && <SkeletonRows rows={3} />}
      {rows?.length === 0 && <Empty title="Nothing was sent yet">Send a test to see one.</Empty>}
      {rows !== undefined && rows.length > 0 && (
        <Table class="folds" columns={['What', 'What became of it', { end: 'When' }, { hidden: 'Action' }]}>
          {rows.map((it) => (
            <tr key={it.id}>
              <td class="medium">{kindWord(it.kind)}</td>
              <td class="soft fold-third" title={it.answer}>
                {becameOf(it)}
              </td>
              <td class="end muted fold-second" title={absolute(Date.parse(it.created_at))}>
                {ago(Date.parse(it.created_at), now)}
              </td>
              <td class="end fold-last">
                <button type="button" class="button small" onClick={() => void replay(it.id)}>
                  Replay
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
};
