import type { Shape } from '@trigpoint/schema';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Panel } from '../parts/panel.tsx';
import { Wrong } from '../parts/states.tsx';
import { anyProofType } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { say } from '../words/say.ts';
import { Code } from './code.tsx';
import type { Operation } from './operations.ts';
import { usePresent, withPresent } from './present.ts';
import { choicesOf, fieldText, kindOf, typedBody } from './typed-body.ts';

interface Answered {
  readonly status: number;
  readonly ms: number;
  readonly text: string;
}

/** Longer answers are cut, because showing them would hold up the page. */
const mostShown = 20_000;

const shown = (text: string): string => {
  let pretty = text;
  try {
    pretty = JSON.stringify(JSON.parse(text), null, 2);
  } catch {}
  return pretty.length > mostShown ? `${pretty.slice(0, mostShown)}\n…` : pretty;
};

const formOf = (body: Readonly<Record<string, unknown>>, file: File | undefined): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  if (file) form.append('photo', file);
  return form;
};

/** Sends one request with the cookie of the session. */
const send = async (it: Operation, proofType: string, body: BodyInit): Promise<Answered> => {
  const began = performance.now();
  const reply = await fetch(it.path.replace('{proof_type}', proofType), {
    method: 'POST',
    body,
    ...(it.isForm ? {} : { headers: { 'content-type': 'application/json' } }),
  });
  const text = await reply.text();
  return { status: reply.status, ms: Math.round(performance.now() - began), text };
};

/** Logging in by hand would take the place of the session that the page is in. */
const byHand = new Set(['pre-login', 'login']);

/** A form of the operation's fields, sent to this service in one's own session. */
export const TryIt = ({ operation: it }: { operation: Operation }): JSX.Element => {
  const { user, ask, about } = useSession();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [file, setFile] = useState<File>();
  const [proofType, setProofType] = useState(anyProofType);
  const [answered, setAnswered] = useState<Answered>();
  const [wrong, setWrong] = useState<string>();
  const [sending, setSending] = useState(false);
  const there = usePresent(it, proofType);
  const title = say('Try it');
  if (byHand.has(it.name))
    return (
      <Panel title={title}>
        <p class="soft small">{say('It is what “Sign in” does. By hand it would end the session of this page.')}</p>
      </Panel>
    );
  if (it.access === 'session' && !user)
    return (
      <Panel title={title} sub={say('with your session, on this network')}>
        <Button onClick={ask} says={say('Sign in')} />
      </Panel>
    );
  const submit = async () => {
    setWrong(undefined);
    // An answer that is older than a problem would look like the answer to it.
    setAnswered(undefined);
    setSending(true);
    try {
      const body = typedBody(it.body, typed);
      setAnswered(await send(it, proofType, it.isForm ? formOf(body, file) : JSON.stringify(body)));
    } catch (error) {
      setWrong(error instanceof TypeError ? say('The service cannot be reached.') : (error as Error).message);
    }
    setSending(false);
  };
  const fields = Object.entries(it.body.properties ?? {});
  const example = Object.fromEntries(
    Object.entries(withPresent(it, there)).map(([name, value]) => [name, fieldText(value)]),
  );
  const types = Object.keys(about?.proof_types ?? { [anyProofType]: 1 });
  return (
    <Panel title={title} sub={user ? say('with your session, on this network') : say('on this network')}>
      <form
        class="form try-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div class="beside">
          {types.length > 1 && (
            <Choice name="proof_type" value={proofType} choices={types} onChange={setProofType} isNeeded />
          )}
          {fields.map(([name, shape]) =>
            kindOf(shape) === 'file' ? (
              <div class="field" key={name}>
                <label for={`try-${name}`}>{name}</label>
                <input
                  id={`try-${name}`}
                  class="input"
                  type="file"
                  onChange={(event) => setFile(event.currentTarget.files?.[0])}
                />
              </div>
            ) : (
              <Field
                key={name}
                name={name}
                shape={shape}
                hint={example[name] ?? ''}
                isNeeded={it.body.required?.includes(name) ?? false}
                value={typed[name] ?? ''}
                onChange={(text) => setTyped((before) => ({ ...before, [name]: text }))}
              />
            ),
          )}
        </div>
        <div class="row">
          <button type="submit" class="button primary" disabled={sending}>
            {say('Send')}
          </button>
          {Object.keys(example).length > 0 && (
            <Button onClick={() => setTyped(example)} says={say('Fill in the example')} />
          )}
        </div>
      </form>
      <Wrong class="small" says={wrong} />
      <output class="try-answer">
        {answered && (
          <>
            <p class="small">
              <b>{answered.status}</b> <span class="soft">{say('in {ms} ms', { ms: answered.ms })}</span>
            </p>
            <Code text={shown(answered.text)} />
          </>
        )}
      </output>
    </Panel>
  );
};

interface FieldProps {
  readonly name: string;
  readonly value: string;
  readonly isNeeded: boolean;
  readonly onChange: (text: string) => void;
}

const Choice = ({ name, value, choices, isNeeded, onChange }: FieldProps & { readonly choices: readonly string[] }) => (
  <div class="field">
    <label for={`try-${name}`}>{name}</label>
    <select
      id={`try-${name}`}
      class="input"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      required={isNeeded}
    >
      {!isNeeded || value === '' ? <option value="">{isNeeded ? say('Choose') : say('Left out')}</option> : null}
      {choices.map((it) => (
        <option key={it} value={it}>
          {it}
        </option>
      ))}
    </select>
  </div>
);

const Field = ({ shape, hint, ...it }: FieldProps & { readonly shape: Shape; readonly hint: string }) => {
  const kind = kindOf(shape);
  if (kind === 'choice') return <Choice {...it} choices={choicesOf(shape)} />;
  return (
    <div class="field">
      <label for={`try-${it.name}`}>{it.name}</label>
      <input
        id={`try-${it.name}`}
        class={`input ${kind === 'json' ? 'mono' : ''}`}
        value={it.value}
        placeholder={hint}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        required={it.isNeeded}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => it.onChange(event.currentTarget.value)}
      />
    </div>
  );
};
