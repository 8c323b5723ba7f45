import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { agentPath, type Claims, statedPlace } from '../challenge/agents.ts';
import { shortAgent, withUnit } from '../figures.ts';
import { type Agent, agentName, useAgents } from '../network.ts';
import { Heading } from '../parts/heading.tsx';
import { More, pageRows } from '../parts/more.tsx';
import { Panel } from '../parts/panel.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { Empty, Problem, SkeletonRows } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { profileOf, proofLabel } from '../proof-types.ts';
import { go, usePlace } from '../router.tsx';
import { useNow } from '../service.ts';
import { absolute, ago } from '../times.ts';

export const AgentsPage = (): JSX.Element => {
  const { query } = usePlace();
  const role = query.get('role') ?? 'any';
  const find = (query.get('find') ?? '').toLowerCase();
  const agents = useAgents();
  const [rows, setRows] = useState(pageRows);
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query);
    if (value === '' || value === 'any') next.delete(name);
    else next.set(name, value);
    go(`/agents${next.size > 0 ? `?${next}` : ''}`, true);
  };
  const shown = useMemo(
    () =>
      (agents.data ?? [])
        .filter((it) => role === 'any' || it.role === role)
        .filter(
          (it) =>
            find === '' ||
            `${it.id} ${it.projectName} ${Object.values(it.claims).join(' ')}`.toLowerCase().includes(find),
        )
        .sort((a, b) => Number(b.online) - Number(a.online) || b.last_alive.localeCompare(a.last_alive)),
    [agents.data, role, find],
  );
  return (
    <>
      <Heading title="Agents" lead="Provers claim a place or a bandwidth; challengers measure them and earn." />
      <Panel
        class="bleed"
        title="All"
        sub={agents.data ? `${shown.length} found` : ''}
        flush
        tools={
          <>
            <input
              class="input select"
              type="search"
              aria-label="Find an agent"
              placeholder="Name, key, city"
              value={query.get('find') ?? ''}
              onInput={(event) => set('find', event.currentTarget.value)}
            />
            <Segmented
              label="Role"
              value={role}
              onChange={(it) => set('role', it)}
              options={[
                ['any', 'All'],
                ['prover', 'Provers'],
                ['challenger', 'Challengers'],
              ]}
            />
          </>
        }
      >
        {agents.error !== undefined && <Problem error={agents.error} />}
        {agents.data === undefined && agents.error === undefined && <SkeletonRows rows={8} />}
        {agents.data !== undefined && shown.length === 0 && (
          <Empty title={find ? 'No agent fits' : 'No agents yet'}>
            {find
              ? 'Search by name, key, city or project.'
              : 'Start one: npx trigpoint challenger --service … --proof-type …'}
          </Empty>
        )}
        {shown.length > 0 && <AgentTable agents={shown.slice(0, rows)} />}
        {shown.length > rows && <More onMore={() => setRows(rows + pageRows)} />}
      </Panel>
    </>
  );
};

const AgentTable = ({ agents }: { agents: readonly Agent[] }) => {
  const now = useNow(5000);
  return (
    <Table class="folds" columns={['Agent', 'Role', 'Claims', 'Verified', { end: 'Challenges' }, { end: 'Seen' }]}>
      {agents.map((it) => (
        <tr key={`${it.proofType} ${it.role} ${it.id}`} class="linked">
          <td>
            <a class="cover" href={agentPath(it.proofType, it.role, it.id)}>
              <b class="medium">{agentName(it)}</b>{' '}
              {agentName(it) !== shortAgent(it.id) && <span class="mono muted">{shortAgent(it.id)}</span>}
            </a>
          </td>
          <td class="soft fold-third">
            {it.role === 'prover' ? 'Prover' : 'Challenger'}, {proofLabel(it.proofType).toLowerCase()}
          </td>
          <td class="soft fold-away">{claimWords(it)}</td>
          <td class="soft fold-away">
            {it.verified_result ? profileOf(it.proofType).words.found('true', it.verified_result) : '–'}
          </td>
          <td class="end soft fold-away">
            {it.number_of_successful_challenges} of {it.number_of_challenges}
          </td>
          <td class="end fold-second" title={absolute(Date.parse(it.last_alive))}>
            {it.online ? (
              <span class="with-glyph ok">
                <span class="dot" /> online
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

/** What an agent says of itself, in one line: its place, and the figures that its proof type knows. */
export const claimWords = ({ claims, proofType }: Pick<Agent, 'claims' | 'proofType'>): string => {
  const place =
    claims.latitude === undefined
      ? []
      : [
          statedPlace(claims as Claims) ?? [],
          `${Number(claims.latitude).toFixed(2)}, ${Number(claims.longitude).toFixed(2)}`,
        ].flat();
  const figures = profileOf(proofType).claims.flatMap(({ name, alias, unit, label = '' }) => {
    const value = claims[name] ?? claims[alias ?? name];
    return value === undefined || unit === 'degrees' || unit === 'km'
      ? []
      : [`${withUnit(Number(value), unit)} ${label}`.trim()];
  });
  return [...place, ...figures].join(' · ') || 'nothing';
};
