import { changeWatch } from '@trigpoint/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { InputField } from '../parts/field.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Wrong } from '../parts/states.tsx';
import { useWork } from '../parts/work.ts';
import { clientFor } from '../service.ts';
import { say } from '../words/say.ts';
import { editProblems, type TermsDraft, termsOf, toEdit } from './edits.ts';
import type { SeenWatch } from './names.ts';
import { watchedType } from './watched.ts';

const fields = [
  ['every', say('Ask once in every'), say('such as 15m, 6h or 1d'), 'text'],
  ['challengers', say('Challengers'), say('up to about a third of them may lie'), 'text'],
  ['until', say('Until the end of'), say('local time; 400 days at most'), 'date'],
] as const;

/** The terms of a watch, from its next window on. */
export const EditSheet = ({
  watch,
  onClose,
  onEdited,
}: {
  watch: SeenWatch;
  onClose: () => void;
  onEdited: () => void;
}): JSX.Element => {
  const [draft, setDraft] = useState<TermsDraft>(() => termsOf(watch));
  const { busy, problem, work } = useWork();
  const problems = editProblems(watch, draft, watchedType);
  const isWhole = Object.keys(problems).length === 0;
  const edit = isWhole ? toEdit(watch, draft, watchedType) : {};
  const isSame = Object.keys(edit).length === 0;
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!isWhole || isSame) return;
    if (await work(() => changeWatch(clientFor(watchedType), watch.watch, 'edit', edit))) onEdited();
  };
  return (
    <Sheet title={say('Edit this watch')} onClose={onClose}>
      <form class="form" onSubmit={(event) => void submit(event)} noValidate>
        <p class="soft">{say('It counts from the next window on, and stands in the public log.')}</p>
        {fields.map(([name, label, hint, type]) => (
          <InputField
            key={name}
            id={`edit-${name}`}
            label={label}
            hint={hint}
            wrong={problems[name]}
            type={type}
            value={draft[name]}
            onChange={(it) => setDraft({ ...draft, [name]: it })}
          />
        ))}
        <button type="submit" class="button primary" disabled={busy || !isWhole || isSame}>
          {busy ? say('Changing…') : say('Change it')}
        </button>
        <Wrong says={problem} />
      </form>
    </Sheet>
  );
};
