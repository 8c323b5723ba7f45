import type { Evidence } from '@trigpoint/proofs';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Panel } from '../parts/panel.tsx';
import { typedNumber } from '../words/language.ts';
import { say } from '../words/say.ts';
import { type Alteration, alterationsOf, changedLines } from './alterations.ts';
import { verifyWords as words } from './words.ts';

export interface Altered {
  readonly evidence: Evidence;
  readonly by: Alteration;
}

/** Play the forger: choose a number, change it, and see which check notices. */
export const Alter = ({
  evidence,
  onAlter,
}: {
  evidence: Evidence;
  onAlter: (altered: Altered) => Promise<void>;
}): JSX.Element | null => {
  const offered = useMemo(() => alterationsOf(evidence), [evidence]);
  const [chosen, setChosen] = useState<Alteration | undefined>(offered[0]);
  const [text, setText] = useState(String(offered[0]?.tempting ?? ''));
  const [busy, setBusy] = useState(false);
  if (!chosen) return null;
  const value = typedNumber(text);
  const isUsable = Number.isFinite(value) && value !== chosen.value;
  const alter = async (event: Event) => {
    event.preventDefault();
    if (!isUsable) return;
    setBusy(true);
    const { mend } = await import('./recheck-evidence.ts');
    await onAlter({ evidence: await mend(chosen.apply(evidence, value), chosen.isJudgedAgain), by: chosen });
    setBusy(false);
  };
  return (
    <Panel class="bleed apart" title={words.change}>
      <form class="form" onSubmit={(event) => void alter(event)}>
        <p class="soft">{words.changeLead}</p>
        <div class="beside wide">
          <div class="field">
            <label for="alter-which">{words.changeWhich}</label>
            <select
              id="alter-which"
              class="input"
              value={chosen.id}
              onChange={(event) => {
                const next = offered.find((it) => it.id === event.currentTarget.value);
                setChosen(next);
                setText(String(next?.tempting ?? ''));
              }}
            >
              {offered.map((it) => (
                <option key={it.id} value={it.id}>
                  {it.label}
                </option>
              ))}
            </select>
          </div>
          <div class="field">
            <label for="alter-to">{words.changeTo}</label>
            <input
              id="alter-to"
              class="input"
              inputMode="decimal"
              value={text}
              aria-describedby="alter-to-hint"
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <span id="alter-to-hint" class="hint">
              {say('now {value}', { value: chosen.value })}
            </span>
          </div>
        </div>
        <button type="submit" class="button" disabled={busy || !isUsable}>
          {words.changeCheck}
        </button>
      </form>
    </Panel>
  );
};

/** The statement with the line that was changed, and what that means. */
export const AlteredStatement = ({ original, altered }: { original: Evidence; altered: Altered }): JSX.Element => {
  const { by, evidence } = altered;
  const lines = changedLines(by.statement(original), by.statement(evidence));
  return (
    <div class="columns apart">
      <Panel
        class="of-7"
        title={words.which}
        sub={say('{where}, line {number}', { where: by.where, number: lines.find((it) => it.isChanged)?.number ?? '' })}
        flush
      >
        <ol class="statement">
          {lines.map((it) => (
            <li key={it.number} class={it.isChanged ? 'changed' : ''}>
              <span class="number">{it.number}</span>
              <code>{it.text}</code>
              {it.isChanged && <b>{by.isJudgedAgain ? words.marked : words.markedVerdict}</b>}
            </li>
          ))}
        </ol>
      </Panel>
      <Panel class="of-5" title={words.means}>
        <p>{by.means}</p>
      </Panel>
    </div>
  );
};
