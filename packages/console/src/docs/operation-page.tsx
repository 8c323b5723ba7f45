import type { Shape } from '@trigpoint/schema';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CopyButton } from '../parts/copy-button.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { anyProofType } from '../service.ts';
import { inEnglish } from '../words/language.ts';
import { say, sayKnown, sayWith } from '../words/say.ts';
import { Code } from './code.tsx';
import { limitWords, type Operation, type Refusal, typeWords } from './operations.ts';
import { sampleWith, usePresent } from './present.ts';
import { TryIt } from './try-it.tsx';

const accessWords = (it: Operation): string[] => {
  const scope = it.scope === undefined ? [] : [say('scope: {scope}', { scope: it.scope })];
  if (it.access === 'open') return [say('open to anybody')];
  return it.access === 'optional'
    ? [say('open to anybody'), ...scope]
    : scope.length > 0
      ? scope
      : [say('logins only')];
};

/** One operation: what it takes and refuses, how to call it, and a form to try it. */
export const OperationPage = ({
  operation: it,
  before,
  after,
}: {
  operation: Operation;
  before: Operation | undefined;
  after: Operation | undefined;
}): JSX.Element => (
  <>
    <article class="docs-main">
      <p class="docs-group">{sayKnown(it.group)}</p>
      <h1>{it.name}</h1>
      <p class="lead" {...inEnglish}>
        {it.summary}.
      </p>
      <p class="docs-path">
        <b>POST</b> {it.path}
      </p>
      <div class="chips">
        {[...accessWords(it), ...(it.takesKey ? [say('safe to repeat with the same Idempotency-Key')] : [])].map(
          (words) => (
            <span class="chip" key={words}>
              {words}
            </span>
          ),
        )}
      </div>
      <h2>{say('Body')}</h2>
      <Fields shape={it.body} isAsked />
      <h2>{say('Answer')}</h2>
      <Fields shape={it.replyShape} />
      <h2>{say('Refuses with')}</h2>
      <Refusals of={it.refusals} />
      <p class="small soft">
        {sayWith('Any operation may also refuse with the {errors}.', {
          errors: (
            <a class="link" href="/docs/errors">
              {say('common errors')}
            </a>
          ),
        })}
      </p>
      <nav class="docs-next" aria-label={say('Neighbours')}>
        {before ? (
          <a class="link" href={`/docs/${before.name}`}>
            {before.name}
          </a>
        ) : (
          <span />
        )}
        {after && (
          <a class="link" href={`/docs/${after.name}`}>
            {after.name}
          </a>
        )}
      </nav>
    </article>
    <aside class="docs-aside" aria-label={say('Call {name}', { name: it.name })}>
      <Samples operation={it} />
      <TryIt key={it.name} operation={it} />
    </aside>
  </>
);

const Samples = ({ operation: it }: { operation: Operation }) => {
  const labels = it.samples.map(({ label }) => label);
  const [chosen, setChosen] = useState(labels[0] ?? '');
  const there = usePresent(it, anyProofType);
  const source = sampleWith(it.samples.find(({ label }) => label === chosen)?.source ?? '', it, there);
  return (
    <section class="panel docs-code">
      <div class="top">
        <h2 class="hidden">{say('Example')}</h2>
        <Segmented
          label={say('Language')}
          value={chosen}
          options={labels.map((label) => [label, label] as const)}
          onChange={setChosen}
        />
        <div class="tools">
          <CopyButton text={source} class="small" />
        </div>
      </div>
      <Code text={source} />
      <div class="docs-answers">
        <p class="small soft">
          {say('Answers with')} <b>200</b>
        </p>
        <Code text={JSON.stringify(it.reply, null, 2)} />
      </div>
    </section>
  );
};

/** One row a field. What is inside an object or a list stands below it. */
const Fields = ({ shape, isAsked = false }: { shape: Shape; isAsked?: boolean }): JSX.Element => {
  const fields = Object.entries(shape.properties ?? {});
  if (fields.length === 0)
    return <p class="soft small">{isAsked ? say('Nothing: {body} will do.', { body: '{}' }) : say('An object.')}</p>;
  return (
    <dl class="docs-fields">
      {fields.map(([name, it]) => {
        const inner = it.items?.properties ? it.items : it;
        const need = isAsked ? (shape.required?.includes(name) ? say(', required') : say(', optional')) : '';
        const limits = isAsked ? limitWords(it) : '';
        return (
          <div key={name}>
            <dt class="mono">{name}</dt>
            <dd>
              <p class="small soft">
                <span class="mono">{it.properties ? 'object' : typeWords(it)}</span>
                {need}
              </p>
              <p>
                {it.description && <span {...inEnglish}>{it.description}</span>}
                {it.description && limits && '. '}
                {limits}
              </p>
            </dd>
            {inner.properties && (
              <dd class="docs-inner">
                <Fields shape={inner} isAsked={isAsked} />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
};

export const Refusals = ({ of }: { of: readonly Refusal[] }): JSX.Element =>
  of.length === 0 ? (
    <p class="soft small">{say('Nothing of its own.')}</p>
  ) : (
    <ul class="docs-refusals">
      {of.map(({ status, code, sentence, example }) => (
        <li key={code}>
          <span class="soft">{status}</span>
          <code>{code}</code>
          <span {...inEnglish}>
            {sentence.split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 0 ? piece : <i key={i}>{example[piece]}</i>))}
          </span>
        </li>
      ))}
    </ul>
  );
