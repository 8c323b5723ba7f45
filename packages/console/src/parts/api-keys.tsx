import type { MadeApiKey } from '@trigpoint/client';
import type { Scope } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { anyProofType, call, useLoad, useNow } from '../service.ts';
import { absolute, ago, onDay } from '../times.ts';
import { say } from '../words/say.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Panel } from './panel.tsx';
import { Empty, Problem, SkeletonRows, Wrong } from './states.tsx';
import { Table } from './table.tsx';
import { useWork } from './work.ts';

const scopeWords: Readonly<Record<Scope, string>> = {
  ask: say('ask for challenges'),
  read: say('read'),
  campaigns: say('run campaigns'),
  admin: say('make keys, move POINTS'),
};
const allScopes = Object.keys(scopeWords) as Scope[];

/** The account's API keys: for programs that have no wallet. */
export const ApiKeys = (): JSX.Element => {
  const now = useNow(10_000);
  const keys = useLoad('keys', async (signal) => (await call(anyProofType, 'keys', {}, signal)).result.keys);
  const [made, setMade] = useState<MadeApiKey>();
  const { problem, work } = useWork();
  const change = (does: () => Promise<MadeApiKey | undefined>) =>
    work(async () => {
      setMade(await does());
      keys.reload();
    });
  const rotate = (id: string) => change(async () => (await call(anyProofType, 'rotate-key', { id })).result);
  const revoke = (id: string) =>
    change(async () => {
      await call(anyProofType, 'revoke-key', { id });
      return undefined;
    });
  return (
    <Panel class="bleed" title={say('API keys')} sub={say('for programs that have no wallet')} flush>
      {keys.error !== undefined && <Problem error={keys.error} />}
      {keys.data === undefined && keys.error === undefined && <SkeletonRows rows={2} />}
      {keys.data?.length === 0 && (
        <Empty title={say('No API keys')}>
          {say(
            'A program sends the key in the header Authorization: Bearer. It may do what is ticked here, and nothing else.',
          )}
        </Empty>
      )}
      {keys.data !== undefined && keys.data.length > 0 && (
        <Table
          class="folds"
          columns={[say('Name'), say('May'), say('Ends'), say('Last used'), { hidden: say('Action') }]}
        >
          {keys.data.map((it) => (
            <tr key={it.id}>
              <td>{it.name}</td>
              <td class="soft">{it.scopes.map((scope) => scopeWords[scope]).join(', ')}</td>
              <td class="soft">{onDay(Date.parse(it.expires_at))}</td>
              <td class="soft" title={it.last_used_at ? absolute(Date.parse(it.last_used_at)) : ''}>
                {it.last_used_at ? ago(Date.parse(it.last_used_at), now) : say('never')}
              </td>
              <td class="end aside">
                <button type="button" class="button small" onClick={() => void rotate(it.id)}>
                  {say('Rotate')}
                </button>{' '}
                <Button class="small" onClick={() => void revoke(it.id)} says={say('Revoke')} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {made && (
        <div class="form tight padded" role="status">
          <p>
            {say('Copy the key “{name}” now: it is not shown again.', { name: made.info.name })}{' '}
            <CopyButton text={made.key} />
          </p>
          <code class="small">{made.key}</code>
        </div>
      )}
      <Wrong class="padded" says={problem} />
      <NewKey
        onCreate={(name, scopes) =>
          change(async () => (await call(anyProofType, 'create-key', { name, scopes: [...scopes] })).result)
        }
      />
    </Panel>
  );
};

const NewKey = ({ onCreate }: { onCreate: (name: string, scopes: readonly Scope[]) => Promise<boolean> }) => {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['ask', 'read']);
  const toggle = (scope: Scope) =>
    setScopes(scopes.includes(scope) ? scopes.filter((it) => it !== scope) : [...scopes, scope]);
  return (
    <form
      class="form tight padded"
      onSubmit={(event) => {
        event.preventDefault();
        void onCreate(name.trim(), scopes).then((isMade) => isMade && setName(''));
      }}
    >
      <div class="row">
        <input
          class="input grow"
          aria-label={say('Name of the new key')}
          placeholder={say('New key: a name')}
          value={name}
          maxLength={64}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <fieldset class="scopes" aria-label={say('May')}>
          {allScopes.map((scope) => (
            <label class="check small" key={scope}>
              <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
              {scopeWords[scope]}
            </label>
          ))}
        </fieldset>
        <button type="submit" class="button small" disabled={name.trim() === '' || scopes.length === 0}>
          {say('Make a key')}
        </button>
      </div>
    </form>
  );
};
