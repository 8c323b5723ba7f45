import type { Profile } from '@trigpoint/proofs';
import type { ComponentChildren, JSX } from 'preact';
import { inWords } from '../figures.ts';
import { type Figure, FigureStrip } from '../parts/figure-strip.tsx';
import { VerdictLine } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import { type Moment, Timeline } from '../parts/timeline.tsx';
import type { Outcome } from '../parts/verdict-glyph.tsx';
import { say } from '../words/say.ts';
import { nameOf } from './agents.ts';
import { momentsOf, partsOf } from './from-evidence.ts';
import { outcomeOf } from './outcomes.ts';
import { withPayment } from './payments.ts';
import type { Picture } from './picture.ts';
import { failureWord, partWord } from './readings.ts';
import { RunningChallenge } from './running-challenge.tsx';

interface PlainRow {
  readonly id: string;
  readonly name: string;
  readonly says: string;
}

interface PlainProps {
  readonly outcome: Outcome;
  readonly says: string;
  readonly lead: string;
  readonly figures: readonly Figure[];
  readonly rows: readonly PlainRow[];
  readonly moments: readonly Moment[];
  readonly actions?: ComponentChildren;
  readonly beneath: ComponentChildren;
  readonly aside: ComponentChildren;
  readonly proof: ComponentChildren;
}

/** The verdict, its fields, and one line for each challenger. */
const Plain = ({
  outcome,
  says,
  lead,
  figures,
  rows,
  moments,
  actions,
  beneath,
  aside,
  proof,
}: PlainProps): JSX.Element => (
  <>
    <VerdictLine outcome={outcome} says={says} lead={lead} isSigned actions={actions} />
    {figures.length > 0 && <FigureStrip figures={figures} />}
    <div class="columns">
      {actions && <div class="late-actions">{actions}</div>}
      <div class="of-7 stack">
        <Panel title={say('Readings')} sub={say('one line for each challenger')} flush>
          <Table columns={[say('Challenger'), say('Reading')]}>
            {rows.map((it) => (
              <tr key={it.id}>
                <td>{it.name}</td>
                <td class="soft">{it.says}</td>
              </tr>
            ))}
          </Table>
        </Panel>
        {beneath}
      </div>
      <div class="of-5 stack">
        <Panel title={say('What happened')}>
          <Timeline moments={moments} />
        </Panel>
        <Panel title={say('Claim and proof')}>{proof}</Panel>
        {aside}
      </div>
    </div>
  </>
);

const asked = ({ words }: Profile, parameters: Readonly<Record<string, string>>) =>
  say('asked for {asked}', { asked: words.asked(parameters) });

export const plainPicture: Picture = {
  Running: ({ profile, view, now, proof }) => (
    <RunningChallenge view={view} now={now} how={profile.words.how} proof={proof} />
  ),
  Ended: ({ profile, row, evidence, payments, actions, beneath, aside, proof }) => {
    const { transcript } = evidence;
    const { verdict } = transcript;
    const outcome = outcomeOf(verdict.verified);
    const parts = partsOf(evidence);
    const rows = parts.map(({ id, claims, state, reading }): PlainRow => {
      const says = reading?.failure
        ? failureWord(reading.failure.failure)
        : reading?.series
          ? profile.words.reading(reading.series)
          : partWord(state);
      return { id, name: nameOf(id, claims), says };
    });
    return (
      <Plain
        outcome={outcome}
        says={profile.words.found(verdict.verified, verdict.result) ?? asked(profile, row.parameters)}
        lead={verdict.reason}
        figures={Object.entries(verdict.result).map(([name, value]) => ({ label: inWords(name), value }))}
        rows={rows}
        moments={withPayment(momentsOf(transcript, parts, outcome), payments?.points ?? 0)}
        actions={actions}
        beneath={beneath}
        aside={aside}
        proof={proof}
      />
    );
  },
};
