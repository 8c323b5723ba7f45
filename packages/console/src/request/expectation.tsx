import type { Profile } from '@trigpoint/proofs';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { dotOf } from '../agent/dots.ts';
import { WorldMap } from '../map/world-map.tsx';
import type { Agent } from '../network.ts';
import { LegendItem, Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import { sayCount } from '../words/say.ts';
import { drawnOf, type Expected } from './expected.ts';
import { requestWords as words } from './words.ts';

/** Beside the button: what it costs, how long it takes, how many are asked. */
export const Outlook = ({
  expected,
  asked,
  ready,
  takes,
  lack,
}: {
  expected: Expected | undefined;
  /** How many challengers the form asks for. */
  asked: number;
  /** How many challengers could be drawn now. */
  ready: number;
  takes: string | undefined;
  /** Why nothing is expected yet. */
  lack: string;
}): JSX.Element => {
  if (asked > ready)
    return (
      <div class="outlook" aria-live="polite">
        <p class="note un">{words.impossible(asked, ready)}</p>
      </div>
    );
  const drawn = expected && drawnOf(expected, ready);
  return (
    <div class="outlook" aria-live="polite">
      <dl>
        <div>
          <dt>{words.costs}</dt>
          <dd>{expected ? costOf(expected) : none}</dd>
        </div>
        <div>
          <dt>{words.takes}</dt>
          <dd>{takes === undefined ? words.unknown : words.seconds(takes)}</dd>
        </div>
        <div>
          <dt>{words.asks}</dt>
          <dd>{drawn ? words.seats(drawn.asked, drawn.lookouts) : none}</dd>
        </div>
        <div>
          <dt>{words.withstands}</dt>
          <dd>{expected ? words.liars(expected.liars) : none}</dd>
        </div>
      </dl>
      {expected === undefined && lack !== '' && <p class="small soft">{lack}</p>}
      {expected && drawn && drawn.lookouts > 0 && (
        <p class="small soft">{words.lookouts(expected.challengers, drawn.lookouts)}</p>
      )}
    </div>
  );
};

/** Not known, or not yet. */
const none = '–';

const costOf = ({ price }: Expected): string => (price === undefined ? words.free : words.points(price));

/** The challengers to expect: only where their claims have places is there a map. */
export const WhoMayBeDrawn = ({ agents }: { agents: readonly Agent[] }): JSX.Element | null => {
  const dots = useMemo(() => agents.flatMap(dotOf), [agents]);
  if (dots.length === 0) return null;
  return (
    <Panel
      class="bleed"
      title={words.who}
      sub={words.whoSub}
      flush
      legend={
        <LegendItem width={12} sign={<circle cx="6" cy="6" r="3.6" fill="var(--ms)" />}>
          {words.whoLegend(agents.length)}
        </LegendItem>
      }
    >
      <WorldMap
        dots={dots}
        runs={[]}
        title={sayCount(
          dots.length,
          'World map of {n} challenger that may be drawn.',
          'World map of {n} challengers that may be drawn.',
        )}
      />
    </Panel>
  );
};

/** A few numbers of challengers beside what they bring; the chosen one stands out. */
export const HowMany = ({
  profile,
  rows,
  ready,
  chosen,
}: {
  profile: Profile;
  rows: readonly Expected[];
  ready: number;
  chosen: number;
}): JSX.Element | null =>
  rows.length === 0 ? null : (
    <Panel title={words.many} sub={words.manySub} flush>
      <Table
        class="how-many"
        columns={[
          words.columns.challengers,
          { end: words.columns.withstands },
          { end: words.columns.asks },
          { end: words.columns.costs },
        ]}
      >
        {rows.map((it) => (
          <tr key={`${profile.id} ${it.challengers}`} class={it.challengers === chosen ? 'chosen' : ''}>
            <td>{it.challengers}</td>
            <HowManyCells expected={it} ready={ready} />
          </tr>
        ))}
      </Table>
    </Panel>
  );

/** A number of challengers that are not there brings nothing, so it says that alone. */
const HowManyCells = ({ expected, ready }: { expected: Expected; ready: number }) => {
  const drawn = drawnOf(expected, ready);
  if (!drawn)
    return (
      <td class="end soft" colSpan={3}>
        {words.tooMany(ready)}
      </td>
    );
  return (
    <>
      <td class="end">{words.liars(expected.liars)}</td>
      <td class="end">{drawn.asked}</td>
      <td class="end">{costOf(expected)}</td>
    </>
  );
};
