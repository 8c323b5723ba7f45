import { commonErrors, type ErrorCode, errorTable } from '@trigpoint/protocol';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PageProps } from '../app.tsx';
import { Code } from '../docs/code.tsx';
import { OperationPage, Refusals } from '../docs/operation-page.tsx';
import { type OpenApi, type Operation, readOperations, refusalOf } from '../docs/operations.ts';
import { sampleWith, usePresent } from '../docs/present.ts';
import { Empty, Problem, SkeletonRows } from '../parts/states.tsx';
import { anyProofType, useLoad } from '../service.ts';
import { language } from '../words/language.ts';
import { say, sayKnown, sayWith } from '../words/say.ts';
import '../styles/docs.css';

type Groups = ReturnType<typeof readOperations>;

const load = async (signal: AbortSignal): Promise<Groups> => {
  const reply = await fetch('/openapi.json', { signal });
  return readOperations((await reply.json()) as OpenApi);
};

/** The interface of this service, from the document that it gives out. */
export const DocsPage = ({ params }: { params: PageProps }): JSX.Element => {
  const groups = useLoad('openapi', load);
  if (groups.error !== undefined)
    return (
      <>
        <h1 class="hidden">{say('Docs')}</h1>
        <Problem error={groups.error} />
      </>
    );
  if (groups.data === undefined) return <SkeletonRows rows={8} />;
  const all = groups.data.flatMap(([, operations]) => operations);
  const { name = '' } = params;
  const index = all.findIndex((it) => it.name === name);
  const operation = all[index];
  return (
    <div class="docs">
      {language !== 'en' && <p class="docs-note">{say('Operations and errors are described in English.')}</p>}
      <Sidebar groups={groups.data} here={name} />
      {operation ? (
        <OperationPage operation={operation} before={all[index - 1]} after={all[index + 1]} />
      ) : name === '' ? (
        <Start all={all} />
      ) : name === 'errors' ? (
        <Errors />
      ) : (
        <article class="docs-main wide">
          <h1 class="hidden">{say('Docs')}</h1>
          <Empty title={say('There is no operation {name}', { name })}>{say('Choose one from the list.')}</Empty>
        </article>
      )}
    </div>
  );
};

const Sidebar = ({ groups, here }: { groups: Groups; here: string }) => {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const fits = ({ name, summary }: Operation) => `${name} ${summary}`.toLowerCase().includes(wanted);
  const found = groups
    .map(([group, operations]) => [group, operations.filter(fits)] as const)
    .filter(([, operations]) => operations.length > 0);
  return (
    <details class="docs-menu" open={matchMedia('(min-width: 960px)').matches}>
      <summary>{say('All operations')}</summary>
      <nav aria-label={say('Docs')}>
        <input
          class="input"
          type="search"
          aria-label={say('Find in docs')}
          placeholder={say('Find in docs')}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        {wanted === '' && (
          <Group title={say('Start')}>
            <Link to="/docs" label={say('Calling the service')} isHere={here === ''} />
            <Link to="/docs/errors" label={say('Errors')} isHere={here === 'errors'} />
          </Group>
        )}
        {found.map(([group, operations]) => (
          <Group key={group} title={sayKnown(group)}>
            {operations.map(({ name }) => (
              <Link key={name} to={`/docs/${name}`} label={name} isHere={name === here} />
            ))}
          </Group>
        ))}
        {found.length === 0 && <p class="soft small">{say('Nothing has that name.')}</p>}
      </nav>
    </details>
  );
};

const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section>
    <h2>{title}</h2>
    <ul>{children}</ul>
  </section>
);

const Link = ({ to, label, isHere }: { to: string; label: string; isHere: boolean }) => (
  <li>
    <a href={to} {...(isHere ? { 'aria-current': 'page' } : {})}>
      {label}
    </a>
  </li>
);

/** An example that can be pasted as it stands: it names what is on the running network. */
const Sample = ({ all, name }: { all: readonly Operation[]; name: string }) => {
  const operation = all.find((it) => it.name === name);
  return operation ? <SampleOf operation={operation} /> : null;
};
const SampleOf = ({ operation }: { operation: Operation }) => {
  const there = usePresent(operation, anyProofType);
  return <Code text={sampleWith(operation.samples[0]?.source ?? '', operation, there)} />;
};

const Start = ({ all }: { all: readonly Operation[] }) => (
  <article class="docs-main wide">
    <h1>{say('Calling the service')}</h1>
    <p class="lead">{say('Every operation is a POST with a JSON body and a JSON answer.')}</p>
    <h2>{say('Who calls')}</h2>
    <p>
      {sayWith(
        'Programs send an API key as {header}. {make} for your account, or get a guest’s key, which is valid for a week, asks for challenges and reads results:',
        {
          header: <code>Authorization: Bearer</code>,
          make: (
            <a class="link" href="/account">
              {say('Make one')}
            </a>
          ),
        },
      )}
    </p>
    <Sample all={all} name="guest-key" />
    <p>
      {sayWith('Examples read the key from a variable: {command}', {
        command: <code>export TRIGPOINT_KEY=…</code>,
      })}
    </p>
    <p>
      {sayWith('A key or wallet can also log in: {prelogin} gives a text to sign, and {login} takes its signature.', {
        prelogin: (
          <a class="link" href="/docs/pre-login">
            pre-login
          </a>
        ),
        login: (
          <a class="link" href="/docs/login">
            login
          </a>
        ),
      })}
    </p>
    <h2>{say('Ask, and read the verdict')}</h2>
    <Sample all={all} name="challenge-request" />
    <p>
      <a class="link" href="/docs/challenge-status-dcl">
        challenge-status-dcl
      </a>{' '}
      {sayWith('tells how far the challenge is. {evidence} gives what anyone can check again.', {
        evidence: (
          <a class="link" href="/docs/challenge-evidence">
            challenge-evidence
          </a>
        ),
      })}
    </p>
    <h2>{say('Sending again')}</h2>
    <p>
      {sayWith(
        'An operation that creates something takes an {header}: a text that you choose. The same request with the same key creates nothing more and gets the same answer.',
        { header: <code>Idempotency-Key</code> },
      )}
    </p>
    <h2>{say('Machines')}</h2>
    <p>
      <a class="link" href="/openapi.json" data-outside>
        /openapi.json
      </a>{' '}
      {say('has all of this as OpenAPI 3.1.')}
    </p>
  </article>
);

const Errors = () => {
  const codes = Object.keys(errorTable) as ErrorCode[];
  const own = codes.filter((it) => !commonErrors.includes(it));
  return (
    <article class="docs-main wide">
      <h1>{say('Errors')}</h1>
      <p class="lead">
        {sayWith('A refusal has one shape: {shape}. The message says what to do; what is in italics is an example.', {
          shape: <code>{'{"error": {"code", "message"}}'}</code>,
        })}
      </p>
      <h2>{say('From any operation')}</h2>
      <Refusals of={commonErrors.map(refusalOf)} />
      <h2>{say('From some')}</h2>
      <Refusals of={own.map(refusalOf)} />
    </article>
  );
};
