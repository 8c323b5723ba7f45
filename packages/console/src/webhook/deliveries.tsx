import type { ReplyOf, routes } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { Button } from '../parts/button.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SkeletonRows, Wrong } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { useWork } from '../parts/work.ts';
import { anyProofType, call, useLoad, useNow } from '../service.ts';
import { absolute, ago, atMinute } from '../times.ts';
import { say, sayCount } from '../words/say.ts';
import { kindWord } from './kinds.ts';

type Delivery = ReplyOf<(typeof routes)['webhook-deliveries']>['result']['deliveries'][number];

const everyMs = 4_000;
const mostShown = 100;

const becameOf = ({ state, tries, answer, next_try_at }: Delivery): string => {
  if (state === 'delivered') return tries > 1 ? say('Delivered, try {tries}', { tries }) : say('Delivered');
  if (state === 'given_up') return sayCount(tries, 'Given up after {n} try', 'Given up after {n} tries');
  if (tries === 0 || next_try_at === null || Date.parse(next_try_at) <= Date.now()) return say('On its way');
  const at = atMinute(Date.parse(next_try_at));
  return tries === 1
    ? say('Tried once, again at {at}: {answer}', { at, answer })
    : say('Tried {tries} times, again at {at}: {answer}', { tries, at, answer });
};

/** What was sent to one webhook, and what became of it. */
export const Deliveries = ({ webhook, url }: { webhook: string; url: string }): JSX.Element => {
  const now = useNow(5_000);
  const { problem, work } = useWork();
  const deliveries = useLoad(
    `deliveries ${webhook}`,
    async (signal) =>
      (await call(anyProofType, 'webhook-deliveries', { webhook, limit: mostShown }, signal)).result.deliveries,
    { everyMs },
  );
  const replay = (delivery: string) =>
    work(async () => {
      await call(anyProofType, 'replay-delivery', { webhook, delivery });
      deliveries.reload();
    });
  const rows = deliveries.data;
  return (
    <Panel
      class="bleed"
      title={say('Deliveries')}
      sub={say('to {host}, newest first', { host: new URL(url).host })}
      flush
      legend={
        <li>
          {say(
            'Each message is signed. It is tried for 3 days, and may arrive more than once. It is listed here for 30 days.',
          )}
        </li>
      }
    >
      {deliveries.error !== undefined && <Problem error={deliveries.error} />}
      <Wrong class="padded" says={problem} />
      {rows === undefined && deliveries.error === undefined && <SkeletonRows rows={3} />}
      {rows?.length === 0 && <Empty title={say('Nothing was sent yet')}>{say('Send a test to see one.')}</Empty>}
      {rows !== undefined && rows.length > 0 && (
        <Table
          class="folds"
          columns={[say('What'), say('What became of it'), { end: say('When') }, { hidden: say('Action') }]}
        >
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
                <Button class="small" onClick={() => void replay(it.id)} says={say('Replay')} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
};
