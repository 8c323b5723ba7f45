import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { claimWords } from '../agent/claims.ts';
import { DotLegend } from '../agent/dot-legend.tsx';
import { dotOf } from '../agent/dots.ts';
import { chosenFrom, type Listed, listedOf, type SortedBy } from '../agent/listed.ts';
import { type OlderAgents, useOlder } from '../agent/older.ts';
import { agentWords as words } from '../agent/words.ts';
import { agentPath, type Claims, statedPlace } from '../challenge/agents.ts';
import { askedOtherwise, foundOf, rowOutcome } from '../challenge/outcomes.ts';
import { count, shortAgent } from '../figures.ts';
import { WorldMap } from '../map/world-map.tsx';
import { type Agent, agentName, distinctAgents, useAgents, useChallenges } from '../network.ts';
import { StartAgents } from '../parts/command.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Heading } from '../parts/heading.tsx';
import { More, pageRows } from '../parts/more.tsx';
import { Panel } from '../parts/panel.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { Empty, Problem, SkeletonRows } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { outcomeWord, VerdictGlyph } from '../parts/verdict-glyph.tsx';
import { proofNoun } from '../proof-types.ts';
import { go, usePlace } from '../router.tsx';
import { useNow } from '../service.ts';
import { absolute, ago } from '../times.ts';
import { sayCount } from '../words/say.ts';

/** How many challenges are looked through for the verdicts beside agents. */
const challengesLookedAt = 500;

export const AgentsPage = (): JSX.Element => {
  const { query } = usePlace();
  const [role, view] = [query.get('role') ?? 'any', query.get('view') ?? 'list'];
  const [onlineOnly, find] = [query.get('presence') === 'online', query.get('find') ?? ''];
  const asked = query.get('sort') ?? '';
  const sort: SortedBy = Object.hasOwn(words.sorts, asked) ? (asked as SortedBy) : 'verdict';
  const agents = useAgents();
  const challenges = useChallenges({ limit: challengesLookedAt });
  const [rows, setRows] = useState(pageRows);
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query);
    if (['', 'any', 'list', 'verdict'].includes(value)) next.delete(name);
    else next.set(name, value);
    go(`/agents${next.size > 0 ? `?${next}` : ''}`, true);
  };
  const known = useOlder(agents.data);
  const all = useMemo(() => listedOf(known.agents ?? [], challenges.data ?? []), [known.agents, challenges.data]);
  const shown = useMemo(() => chosenFrom(all, { role, onlineOnly, find, sort }), [all, role, onlineOnly, find, sort]);
  /** Until the agents are loaded, a space as wide as two digits stands for the number, so that the tools below do not move. */
  const ofRole = (it: Agent['role']) =>
    agents.data ? count(all.filter(({ agent }) => agent.role === it).length) : '\u2007\u2007';
  const places = useMemo(() => distinctAgents(shown.map((it) => it.agent)), [shown]);
  const dots = useMemo(() => places.flatMap(dotOf), [places]);
  const isMap = view === 'map';
  // The verdicts decide the order, so rows that came before them would change places under the reader's finger.
  const isWhole = agents.data !== undefined && (challenges.data !== undefined || challenges.error !== undefined);
  return (
    <>
      <Heading
        title={words.title}
        lead={words.lead}
        actions={<CopyButton class="" text={`npx trigpoint prover --service ${location.origin}`} label={words.run} />}
      />
      <Panel
        class="bleed"
        title={words.all}
        sub={
          agents.data
            ? isMap
              ? `${count(places.length)}, ${words.onMap(dots.length, places.length)}`
              : count(shown.length)
            : ''
        }
        flush
        tools={
          <>
            <input
              class="input select"
              type="search"
              aria-label={words.find}
              placeholder={words.findHint}
              value={find}
              onInput={(event) => set('find', event.currentTarget.value)}
            />
            <Segmented
              label={words.role}
              value={role}
              onChange={(it) => set('role', it)}
              options={[
                ['any', words.all],
                ['prover', `${words.provers} ${ofRole('prover')}`],
                ['challenger', `${words.challengers} ${ofRole('challenger')}`],
              ]}
            />
            <Segmented
              label={words.presence}
              value={onlineOnly ? 'online' : 'any'}
              onChange={(it) => set('presence', it)}
              options={[
                ['any', words.anyPresence],
                ['online', words.onlineOnly],
              ]}
            />
            {!isMap && (
              <select
                class="input select"
                aria-label={words.sort}
                value={sort}
                onChange={(event) => set('sort', event.currentTarget.value)}
              >
                {Object.entries(words.sorts).map(([it, label]) => (
                  <option key={it} value={it}>
                    {label}
                  </option>
                ))}
              </select>
            )}
            <Segmented
              label={words.view}
              value={view}
              onChange={(it) => set('view', it)}
              options={[
                ['list', words.list],
                ['map', words.map],
              ]}
            />
          </>
        }
        legend={isMap ? <DotLegend /> : shown.some((it) => it.verdicts.length > 0) && <VerdictLegend />}
      >
        {agents.error !== undefined && <Problem error={agents.error} />}
        {!isWhole && agents.error === undefined && <SkeletonRows rows={8} />}
        {agents.data !== undefined && shown.length === 0 && (all.length > 0 ? <NoneFits /> : <NoneYet />)}
        {isWhole &&
          shown.length > 0 &&
          (isMap ? (
            <WorldMap
              dots={dots}
              runs={[]}
              title={sayCount(
                dots.length,
                'World map of {n} agent; the list holds the same.',
                'World map of {n} agents; the list holds the same.',
              )}
            />
          ) : (
            <AgentTable listed={shown.slice(0, rows)} />
          ))}
        {!isMap && shown.length > rows && <More left={shown.length - rows} onMore={() => setRows(rows + pageRows)} />}
        {known.left > 0 && <Older {...known} />}
      </Panel>
    </>
  );
};

/** Says how many agents are not in the list, and loads some of them. */
const Older = ({ left, loading, error, load }: OlderAgents) => (
  <>
    {error !== undefined && <Problem error={error} />}
    <p class="panel-line soft">{words.older(left)}</p>
    <More loading={loading} onMore={load} />
  </>
);

const NoneFits = () => <Empty title={words.noneFits}>{words.noneFitsHint}</Empty>;

const NoneYet = () => (
  <Empty title={words.none} action={<StartAgents />}>
    {words.noneHint}
  </Empty>
);

const VerdictLegend = () => (
  <>
    {(['verified', 'refuted', 'inconclusive'] as const).map((it) => (
      <li key={it}>
        <VerdictGlyph outcome={it} size={14} />
        <span>{outcomeWord[it].toLowerCase()}</span>
      </li>
    ))}
    <li>{words.newest}</li>
  </>
);

const AgentTable = ({ listed }: { listed: readonly Listed[] }) => {
  const now = useNow(5000);
  const { columns } = words;
  return (
    <Table
      class="folds"
      columns={[columns.agent, words.role, columns.verdicts, columns.found, columns.admission, { end: columns.seen }]}
    >
      {listed.map(({ agent: it, verdicts }) => (
        <tr key={`${it.proofType} ${it.role} ${it.id}`} class="linked">
          <td>
            <a class="cover" href={agentPath(it.proofType, it.role, it.id)}>
              <b class="medium">{agentName(it)}</b>
              <span class="soft">, {saysOf(it)}</span>
            </a>
          </td>
          <td class="soft fold-away">
            {it.role === 'prover' ? words.prover : words.challenger}, {proofNoun(it.proofType)}
          </td>
          <td class="fold-third">{it.role === 'prover' && <Verdicts of={verdicts} />}</td>
          <td class="soft fold-last">{foundAbout(it, verdicts)}</td>
          <td class="fold-away">
            {it.admission ? <Admission status={it.admission.status} /> : <span class="muted">–</span>}
          </td>
          <td class="end fold-second" title={absolute(Date.parse(it.last_alive))}>
            {it.online ? (
              <span class="with-glyph ok">
                <span class="dot" /> {words.online}
              </span>
            ) : (
              <span class="muted">{ago(Date.parse(it.last_alive), now)}</span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
};

/** One sign for each verdict; for those who listen, how many of each. */
const Verdicts = ({ of }: { of: Listed['verdicts'] }) => {
  if (of.length === 0) return <span class="muted">{words.noneYet}</span>;
  const outcomes = of.map(rowOutcome);
  const counts = [...new Set(outcomes)].map(
    (it) => `${outcomes.filter((one) => one === it).length} ${outcomeWord[it].toLowerCase()}`,
  );
  return (
    <span class="verdict-row">
      <span class="hidden">{counts.join(', ')}</span>
      {of.map((it) => (
        <VerdictGlyph key={it.id} outcome={rowOutcome(it)} size={14} />
      ))}
    </span>
  );
};

/**
 * What the newest verdict found. For challengers: how often they answered. They also answer when they could not reach the
 * prover.
 */
const foundAbout = (it: Agent, verdicts: Listed['verdicts']): string => {
  const newest = verdicts.at(-1);
  if (newest) return `${foundOf(it.proofType, newest)}${askedOtherwise(it.proofType, newest, it)}`;
  if (it.role === 'challenger' && it.number_of_challenges > 0)
    return sayCount(it.number_of_challenges, '{answered} of {n} reading given', '{answered} of {n} readings given', {
      answered: count(it.number_of_successful_challenges),
    });
  return '–';
};

const Admission = ({ status }: { status: keyof typeof words.admission }) => (
  <span class={`chip admission ${status}`}>{words.admission[status]}</span>
);

/** A prover claims; a challenger stands where it says, and others check that. */
const saysOf = (it: Agent): string => {
  const place = statedPlace(it.claims as Claims);
  // A challenger without a name is called by its place; its key tells two of one place apart.
  if (it.role === 'challenger' && it.claims.name === undefined) return place ? shortAgent(it.id) : words.noPlace;
  if (it.role === 'challenger') return place ? words.standsIn(place) : words.noPlace;
  return words.claims(place ?? claimWords(it));
};
