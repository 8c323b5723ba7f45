import type { WebhookKind } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Empty, Problem, SignedOut, SkeletonRows, Wrong } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { useWork } from '../parts/work.ts';
import { anyProofType, call, useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { Deliveries } from '../webhook/deliveries.tsx';
import { kindWord, stateWord, type Webhook } from '../webhook/kinds.ts';
import { KindChoice, NewWebhook } from '../webhook/new-webhook.tsx';
import { say, sayCount } from '../words/say.ts';

/** Addresses that are told when something happens, and what was sent to them. */
export const WebhooksPage = (): JSX.Element => {
  const { user, ask } = useSession();
  return (
    <>
      <Heading
        title={say('Webhooks')}
        lead={say('Be told when a prover leaves its zone, instead of asking again and again.')}
      />
      {user === undefined ? (
        <SkeletonRows rows={4} />
      ) : user === null ? (
        <Panel title={say('Yours')}>
          <SignedOut onSignIn={ask}>{say('Your webhooks and their deliveries appear here.')}</SignedOut>
        </Panel>
      ) : (
        <Webhooks />
      )}
    </>
  );
};

const everyMs = 10_000;

const Webhooks = () => {
  const webhooks = useLoad(
    'webhooks',
    async (signal) => (await call(anyProofType, 'my-webhooks', {}, signal)).result.webhooks,
    { everyMs },
  );
  const { about } = useSession();
  const [chosen, setChosen] = useState<string>();
  const [secret, setSecret] = useState<string>();
  const [editing, setEditing] = useState<Webhook>();
  const { problem, work } = useWork();
  const all = webhooks.data;
  const shown = all?.find((it) => it.id === chosen) ?? all?.[0];
  const change = (does: () => Promise<unknown>): Promise<boolean> =>
    work(async () => {
      setSecret(undefined);
      await does();
      webhooks.reload();
    });
  const add = (url: string, kinds: readonly WebhookKind[]) =>
    change(async () => {
      const { result } = await call(anyProofType, 'add-webhook', { url, kinds: [...kinds] });
      setSecret(result.secret);
      setChosen(result.id);
    });
  const rotate = (webhook: string) =>
    change(async () => setSecret((await call(anyProofType, 'rotate-webhook-secret', { webhook })).result.secret));
  const edit = (webhook: string, fields: { state?: 'on' | 'paused'; kinds?: WebhookKind[] }) =>
    change(() => call(anyProofType, 'edit-webhook', { webhook, ...fields }));
  return (
    <div class="columns">
      <div class="of-7 stack">
        <Panel
          class="bleed"
          title={say('Yours')}
          sub={all ? sayCount(all.length, '{n} webhook', '{n} webhooks') : ''}
          flush
        >
          {webhooks.error !== undefined && <Problem error={webhooks.error} />}
          {all === undefined && webhooks.error === undefined && <SkeletonRows rows={2} />}
          {all?.length === 0 && (
            <Empty title={say('No webhooks yet')}>{say('Add an address of yours. Messages to it are signed.')}</Empty>
          )}
          {all !== undefined && all.length > 0 && (
            <Table class="folds" columns={[say('Address'), say('State'), { hidden: say('Actions') }]}>
              {all.map((it) => (
                <tr key={it.id} aria-current={all.length > 1 && it.id === shown?.id}>
                  <td class="webhook-address">
                    <button type="button" class="link mono" onClick={() => setChosen(it.id)}>
                      {it.url}
                    </button>
                    <span class="muted small webhook-kinds">{it.kinds.map(kindWord).join(' · ')}</span>
                  </td>
                  <td class="fold-second">{stateWord(it)}</td>
                  <td class="end whole fold-last">
                    <div class="row webhook-actions">
                      <button
                        type="button"
                        class="button small"
                        onClick={() => void edit(it.id, { state: it.state === 'on' ? 'paused' : 'on' })}
                      >
                        {it.state === 'on' ? say('Pause') : say('Resume')}
                      </button>
                      <button
                        type="button"
                        class="button small"
                        disabled={it.state !== 'on'}
                        onClick={() => void change(() => call(anyProofType, 'test-webhook', { webhook: it.id }))}
                      >
                        {say('Test')}
                      </button>
                      <Button class="small" onClick={() => setEditing(it)} says={say('Edit')} />
                    </div>
                  </td>
                </tr>
              ))}
            </Table>
          )}
          {secret !== undefined && (
            <div class="form tight padded" role="status">
              <p>
                {say('Copy the secret that messages are signed with now: it is not shown again.')}{' '}
                <CopyButton text={secret} />
              </p>
              <code class="small">{secret}</code>
            </div>
          )}
          <Wrong class="padded" says={problem} />
        </Panel>
        {shown && <Deliveries key={shown.id} webhook={shown.id} url={shown.url} />}
      </div>
      <Panel
        class="of-5"
        title={say('Add one')}
        sub={about?.development ? say('an address of yours') : say('an https address of yours')}
      >
        <NewWebhook onAdd={add} />
      </Panel>
      {editing && (
        <EditSheet
          webhook={editing}
          onClose={() => setEditing(undefined)}
          onKinds={(kinds) => edit(editing.id, { kinds: [...kinds] })}
          onRotate={() => rotate(editing.id)}
          onRemove={() => change(() => call(anyProofType, 'remove-webhook', { webhook: editing.id }))}
        />
      )}
    </div>
  );
};

/** What is rarely done with a webhook: other kinds, a new secret, its end. */
const EditSheet = ({
  webhook,
  onClose,
  onKinds,
  onRotate,
  onRemove,
}: {
  webhook: Webhook;
  onClose: () => void;
  onKinds: (kinds: readonly WebhookKind[]) => Promise<boolean>;
  onRotate: () => Promise<boolean>;
  onRemove: () => Promise<boolean>;
}) => {
  const [kinds, setKinds] = useState<readonly WebhookKind[]>(webhook.kinds as WebhookKind[]);
  const then = (done: Promise<boolean>) => void done.then(onClose);
  return (
    <Sheet
      title={say('Edit the webhook')}
      onClose={onClose}
      foot={say('For 24 hours after a new secret, messages carry two signatures: one with each.')}
    >
      <div class="form">
        <p class="mono">{webhook.url}</p>
        <KindChoice kinds={kinds} onChange={setKinds} />
        <div class="row">
          <button
            type="button"
            class="button primary"
            disabled={kinds.length === 0}
            onClick={() => then(onKinds(kinds))}
          >
            {say('Save')}
          </button>
          <Button onClick={() => then(onRotate())} says={say('New secret')} />
          <Button onClick={() => then(onRemove())} says={say('Remove')} />
        </div>
      </div>
    </Sheet>
  );
};
