import type { ComponentChildren, JSX } from 'preact';
import { type Figure, FigureStrip } from '../parts/figure-strip.tsx';
import { VerdictLine } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { say, sayCount } from '../words/say.ts';
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
  const { asked, answered, moments } = view;
  return (
    <>
      <VerdictLine outcome="measuring" says={runningSays(view)} lead={how} />
      <FigureStrip
        figures={[
          { label: say('Asked to measure'), value: asked === 0 ? '–' : String(asked) },
          asked === 0
            ? { label: say('Answered'), value: '–' }
            : { label: say('Answered'), value: String(answered), unit: say('of {most}', { most: asked }) },
          leftOf(view, now),
        ]}
      />
      <Progress share={answered / Math.max(1, asked)} />
      <div class="columns">
        {children}
        <Panel
          class="of-5"
          title={say('Answers')}
          sub={asked === 0 ? say('nobody is asked yet') : say('{answered} of {asked}', { answered, asked })}
        >
          <Seats view={view} />
          <p class="note">
            {say(
              'Who measures and what they see is shown when the challenge has ended. Until then nobody can fit an answer to those of others.',
            )}
          </p>
        </Panel>
        <Panel class="of-7" title={say('What happened')}>
          <Timeline moments={moments} />
        </Panel>
        <Panel class="of-5" title={say('Claim and proof')}>
          {proof}
        </Panel>
      </div>
    </>
  );
};

/** What follows "Measuring:". */
export const runningSays = (view: RunningView): string => {
  const { asked, answered, hasProver } = view;
  if (!hasProver) return say('waiting for a prover that was never here; start it, or ask for another one');
  if (asked === 0) return say('waiting for challengers');
  return isJudging(view)
    ? say('all {asked} have reported', { asked })
    : answered === 1
      ? say('1 of {asked} has reported', { asked })
      : say('{answered} of {asked} have reported', { answered, asked });
};

const isJudging = ({ asked, answered }: RunningView): boolean => asked > 0 && answered === asked;

/**
 * When the answers are due. It is not known before the measurement began. Where a busy service is late, a word stands
 * in place of the number.
 */
export const leftOf = (view: RunningView, now: number): Figure => {
  const { endsAt, givenMs } = view;
  if (isJudging(view)) return { label: say('Left to do'), value: say('judging') };
  const label = say('Answers due within');
  if (endsAt === undefined) return { label, value: '–' };
  // What was heard late, or a clock that was read early, gives no more time than there was.
  const left = Math.ceil(Math.min(endsAt - now, givenMs) / 1000);
  return left > 0 ? { label, value: String(left), unit: 's' } : { label, value: say('a moment') };
};

const Seats = ({ view: { asked, answered, round } }: { view: RunningView }) => (
  <div
    class="seats"
    role="img"
    aria-label={sayCount(asked, '{answered} of {n} challenger answered', '{answered} of {n} challengers answered', {
      answered,
    })}
  >
    {Array.from({ length: asked }, (_, i) => {
      const isRunning = round === undefined ? i >= answered : round === i + 1;
      return <i key={i} class={i < answered ? 'in' : isRunning ? 'runs' : ''} />;
    })}
  </div>
);

/** A bar for the share of the answers that are in. */
export const Progress = ({ share }: { share: number }): JSX.Element => (
  <div class="bar progress">
    <i style={{ width: `${Math.round(share * 100)}%` }} />
  </div>
);
