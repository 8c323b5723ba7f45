import type { JSX } from 'preact';
import { Panel } from '../parts/panel.tsx';
import { Problem } from '../parts/states.tsx';
import { anyProofType, call, useLoad } from '../service.ts';
import { stateWord } from '../webhook/kinds.ts';
import { sayCount } from '../words/say.ts';
import { operatorWords as words } from './words.ts';

/** The webhooks of whoever signed in, and where their deliveries are. */
export const Deliveries = (): JSX.Element => {
  const webhooks = useLoad(
    'webhooks',
    async (signal) => (await call(anyProofType, 'my-webhooks', {}, signal)).result.webhooks,
  );
  return (
    <Panel
      title={words.deliveries}
      sub={words.deliveriesSub}
      tools={
        <a class="button small" href="/webhooks">
          {sayCount(webhooks.data?.length ?? 0, '{n} webhook', '{n} webhooks')}
        </a>
      }
    >
      {webhooks.error !== undefined && <Problem error={webhooks.error} />}
      {webhooks.data?.length === 0 && <p class="muted">{words.noWebhooks}</p>}
      <ul class="plain-list">
        {webhooks.data?.map((it) => (
          <li key={it.id}>
            <a class="link" href={`/webhooks?webhook=${it.id}`}>
              {new URL(it.url).host}
            </a>
            <span class="soft">{stateWord(it)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
};
