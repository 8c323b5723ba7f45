import { keyTypeOf } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CopyButton } from '../parts/copy-button.tsx';
import { BackIcon } from '../parts/icons.tsx';
import { inEnglish, language } from '../words/language.ts';
import { say } from '../words/say.ts';
import { type Account, WalletError } from './wallets.ts';

export interface Pending {
  readonly account: Account;
  readonly message: string;
  /** The name of the wallet, for the button; undefined when the signature is pasted. */
  readonly by: string | undefined;
}

interface SignStepProps {
  readonly pending: Pending;
  readonly busy: boolean;
  readonly onSign: (pending: Pending, pasted?: string) => void;
  readonly onBack: () => void;
}

/** Shows the exact text before anything is signed. */
export const SignStep = ({ pending, busy, onSign, onBack }: SignStepProps): JSX.Element => {
  const [pasted, setPasted] = useState('');
  const byHand = pending.by === undefined;
  return (
    <div class="form">
      <pre class="message-text" {...inEnglish}>
        {pending.message}
      </pre>
      {language !== 'en' && <span class="hint">{say('The message is in English, as it is signed.')}</span>}
      {byHand && (
        <>
          <CopyButton text={pending.message} label={say('Copy message')} class="small" />
          <div class="field">
            <label for="signature">{say('Signature')}</label>
            <textarea
              id="signature"
              class="input mono"
              value={pasted}
              onInput={(event) => setPasted(event.currentTarget.value.trim())}
              placeholder={say('0x… or base58')}
            />
          </div>
        </>
      )}
      <div class="row">
        <button type="button" class="button" onClick={onBack}>
          <BackIcon /> {say('Back')}
        </button>
        <button
          type="button"
          class="button primary grow"
          disabled={busy || (byHand && pasted === '')}
          onClick={() => onSign(pending, byHand ? pasted : undefined)}
        >
          {busy
            ? say('Waiting for the signature…')
            : byHand
              ? say('Sign in')
              : say('Sign with {by}', { by: pending.by })}
        </button>
      </div>
    </div>
  );
};

interface ElsewhereProps {
  readonly busy: boolean;
  readonly onBegin: (account: Account) => void;
  readonly onBack: () => void;
}

/** The way in for a key that must not come near this browser: the signature is pasted. */
export const ElsewhereStep = ({ busy, onBegin, onBack }: ElsewhereProps): JSX.Element => {
  const [publicKey, setPublicKey] = useState('');
  const never = () => Promise.reject(new WalletError(say('This key is on another machine.')));
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        onBegin({ keyType: keyTypeOf(publicKey), publicKey, sign: never });
      }}
    >
      <div class="field">
        <label for="public-key">{say('Your public key')}</label>
        <input
          id="public-key"
          class="input mono"
          value={publicKey}
          onInput={(event) => setPublicKey(event.currentTarget.value.trim())}
          placeholder={say('0x… for Ethereum, base58 for Solana')}
          autocomplete="off"
          spellcheck={false}
        />
        <span class="hint">{say('The address for Ethereum. The private key stays where it is.')}</span>
      </div>
      <div class="row">
        <button type="button" class="button" onClick={onBack}>
          <BackIcon /> {say('Back')}
        </button>
        <button type="submit" class="button primary grow" disabled={busy || publicKey.length < 32}>
          {say('Show the message')}
        </button>
      </div>
    </form>
  );
};
