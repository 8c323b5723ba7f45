import type { ComponentChildren, JSX } from 'preact';
import { plural } from '../figures.ts';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { VerdictLine } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Timeline } from '../parts/timeline.tsx';
import type { RunningView } from './from-live.ts';

interface RunningProps {
  readonly view: RunningView;
  readonly now: number;
  /** How this type measures, in a sentence. */
  readonly how: string;
  readonly proof: ComponentChildren;
  /** What can be drawn before anything is known, such as a map of the claim. */
  readonly children?: ComponentChildren;
}

/** A challenge before its end, whatever its type: how many are asked, how many have answered, and why no more is shown. */
export const RunningChallenge = ({ view, now, how, proof, children }: RunningProps): JSX.Element => {
  const { asked, answered, dueAt, moments } = view;
  const leftS = Math.max(0, Math.ceil((dueAt - now) / 1000));
  return (
    <>
      <VerdictLine outcome="measuring" says={runningSays(view)} lead={how} />
      <FigureStrip
        figures={[
          { label: 'Challengers asked', value: asked === 0 ? '–' : String(asked) },
          { label: 'Answered', value: asked === 0 ? '–' : String(answered), unit: `of ${asked}` },
          { label: 'At most left', value: String(leftS), unit: 's' },
        ]}
      />
      <Progress share={answered / Math.max(1, asked)} />
      <div class="columns">
        {children}
        <Panel class="of-5" title="Answers" sub={asked === 0 ? 'nobody is asked yet' : `${answered} of ${asked}`}>
          <Seats view={view} />
          <p class="note">
            Who measures and what they see is shown when the challenge has ended. Until then nobody can fit an answer to
            those of others.
          </p>
        </Panel>
        <Panel class="of-7" title="What happened">
          <Timeline moments={moments} />
        </Panel>
        <Panel class="of-5" title="Claim and proof">
          {proof}
        </Panel>
      </div>
    </>
  );
};

/** What follows "Measuring:". */
export const runningSays = ({ asked, answered }: RunningView): string =>
  asked === 0 ? 'waiting for challengers' : `${answered} of ${asked} have answered`;

const Seats = ({ view: { asked, answered, round } }: { view: RunningView }) => (
  <div class="seats" role="img" aria-label={`${answered} of ${plural(asked, 'challenger')} answered`}>
    {Array.from({ length: asked }, (_, i) => {
      const isRunning = round === undefined ? i >= answered : round === i + 1;
      return <i key={i} class={i < answered ? 'in' : isRunning ? 'runs' : ''} />;
    })}
  </div>
);

const Progress = ({ share }: { share: number }): JSX.Element => (
  <div class="bar progress">
    <i style={{ width: `${Math.round(share * 100)}%` }} />
  </div>
);
