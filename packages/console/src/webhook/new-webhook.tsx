import type { WebhookKind } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../words/say.ts';
import { allKinds, kindWords } from './kinds.ts';

/**
 * The kinds that are chosen at first: what somebody who watches wants to hear of. The others are news of every challenge, and
 * of slots that went well.
 */
const usual: readonly WebhookKind[] = [
  'watch.outside',
  'watch.undecided',
  'watch.missed',
  'watch.moved',
  'agent.offline',
  'agent.back',
];

export const KindChoice = ({
  kinds,
  onChange,
}: {
  kinds: readonly WebhookKind[];
  onChange: (kinds: readonly WebhookKind[]) => void;
}): JSX.Element => (
  <fieldset class="field">
    <legend>{say('Tell it about')}</legend>
    <div class="kinds">
      {allKinds.map((kind) => (
        <label class="check" key={kind}>
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            onChange={(event) =>
              onChange(allKinds.filter((it) => (it === kind ? event.currentTarget.checked : kinds.includes(it))))
            }
          />
          {kindWords[kind]}
        </label>
      ))}
    </div>
  </fieldset>
);

/** An address and what it is told about. */
export const NewWebhook = ({
  onAdd,
}: {
  onAdd: (url: string, kinds: readonly WebhookKind[]) => Promise<boolean>;
}): JSX.Element => {
  const [url, setUrl] = useState('');
  const [kinds, setKinds] = useState(usual);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await onAdd(url.trim(), kinds)) setUrl('');
  };
  return (
    <form class="form" onSubmit={(event) => void submit(event)} noValidate>
      <div class="field">
        <label for="url">{say('Address')}</label>
        <input
          id="url"
          type="url"
          class="input"
          placeholder="https://example.com/hook"
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
      </div>
      <KindChoice kinds={kinds} onChange={setKinds} />
      <button type="submit" class="button primary" disabled={url.trim() === '' || kinds.length === 0}>
        {say('Add the webhook')}
      </button>
    </form>
  );
};
