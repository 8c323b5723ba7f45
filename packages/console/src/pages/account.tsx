import type { ReplyOf, routes } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Budgets } from '../account/budgets.tsx';
import { MyAgents, MyCampaigns, MyChallenges } from '../account/mine.tsx';
import { accountWords as words } from '../account/words.ts';
import { exactPoints, points, shortId } from '../figures.ts';
import { ApiKeys } from '../parts/api-keys.tsx';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { type Figure, FigureStrip } from '../parts/figure-strip.tsx';
import { GivePoints } from '../parts/give-points.tsx';
import { Heading } from '../parts/heading.tsx';
import { Ledger } from '../parts/ledger.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SignedOut, SkeletonRows } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { proofNoun } from '../proof-types.ts';
import { go } from '../router.tsx';
import { anyProofType, call, useLoad, useNow } from '../service.ts';
import { type User, useSession } from '../session/session.tsx';
import { absolute, ago, onDay } from '../times.ts';
import { say } from '../words/say.ts';

const roleWord = { payer: say('Payer'), prover: say('Prover'), challenger: say('Challenger') } as const;

/** The account of the signed-in key: what it has, what it asked for, and where it is signed in. */
export const AccountPage = (): JSX.Element => {
  const { user, ask } = useSession();
  if (user === undefined) return <SkeletonRows rows={4} />;
  if (user === null)
    return (
      <>
        <h1 class="hidden">{words.title}</h1>
        <SignedOut onSignIn={ask}>{words.signedOut}</SignedOut>
      </>
    );
  return <SignedIn user={user} />;
};

const SignedIn = ({ user }: { user: User }) => {
  const { signOut } = useSession();
  const leave = () => void signOut().then(() => go('/'));
  const balance = useLoad(
    'balance',
    async (signal) => (await call(anyProofType, 'my-balance', { limit: 50 }, signal)).result,
  );
  return (
    <>
      <Heading
        title={words.title}
        beside={
          <span class="mono soft">
            {shortId(user.publicKey, 8, 6)} <CopyButton text={user.publicKey} label={say('Copy key')} />
          </span>
        }
        lead={say('Signed in as: {role}.', { role: roleWord[user.role] })}
        actions={<Button onClick={leave} says={say('Sign out')} />}
      />
      <FigureStrip figures={figuresOf(balance.data)} />
      <div class="columns">
        <MyChallenges user={user} />
        <MyCampaigns />
        <MyAgents user={user} />
        <div class="of-7 stack">
          <Panel class="bleed" title={words.entries} sub={words.entriesSub} flush>
            {balance.error !== undefined && <Problem error={balance.error} />}
            {balance.data === undefined && balance.error === undefined && <SkeletonRows rows={3} />}
            {balance.data?.entries.length === 0 && <Empty title={words.nothingYet}>{words.nothingHint}</Empty>}
            {balance.data !== undefined && balance.data.entries.length > 0 && <Ledger entries={balance.data.entries} />}
            {balance.data !== undefined && balance.data.points > 0 && <GivePoints onDone={balance.reload} />}
          </Panel>
          <Sessions />
        </div>
        <div class="of-5 stack">
          <Panel title={words.budgets} sub={words.budgetsSub}>
            {balance.data ? <Budgets budgets={balance.data.budgets} /> : <SkeletonRows rows={3} />}
          </Panel>
          <ThisSession user={user} balance={balance.data?.points_exact} />
        </div>
        <ApiKeys />
      </div>
    </>
  );
};

type Balance = ReplyOf<(typeof routes)['my-balance']>['result'];

const figuresOf = (balance: Balance | undefined): Figure[] => {
  const own = balance?.budgets.find((it) => it.of === 'owner');
  return [
    { label: words.balance, value: balance ? exactPoints(balance.points_exact) : '–', unit: 'POINTS' },
    { label: words.earned, value: balance ? exactPoints(balance.earned_in_7_days_exact) : '–', unit: 'POINTS' },
    {
      label: words.paidToday,
      value: own ? exactPoints(own.used) : '–',
      unit: own ? words.ofMost(exactPoints(own.most)) : '',
    },
    { label: words.fuel, value: balance ? points(balance.fuel) : '–', unit: words.fuelUnit },
  ];
};

const ThisSession = ({ user, balance }: { user: User; balance: string | undefined }) => {
  const { about } = useSession();
  const note = about && balance !== undefined ? words.payNote(about.requests.fee_per_seat, balance) : '';
  return (
    <Panel title={words.session}>
      <Pairs
        pairs={[
          { label: say('Kind of key'), value: user.keyType === 'ethereum' ? 'Ethereum' : 'Solana' },
          {
            label: say('Ends'),
            value: say('{day}, extended by each use', { day: onDay(Date.parse(user.expires_at)) }),
          },
          ...(about && Number(about.requests.fee_per_seat) > 0
            ? [{ label: say('Pays with'), value: words.paysWith(about.chain !== null) }]
            : []),
        ]}
      />
      {note !== '' && <p class="note">{note}</p>}
    </Panel>
  );
};

/** How many sessions are listed at first. Somebody who runs scripts has many. */
const fewSessions = 5;

const Sessions = () => {
  const now = useNow(10_000);
  const sessions = useLoad('sessions', (signal) => call(anyProofType, 'sessions', {}, signal));
  const revoke = async (id?: string) => {
    await call(anyProofType, 'revoke-session', id === undefined ? {} : { session_id: id });
    sessions.reload();
  };
  const [isWhole, setWhole] = useState(false);
  const all = sessions.data?.result.sessions ?? [];
  const rows = isWhole ? all : all.slice(0, fewSessions);
  return (
    <Panel
      class="bleed"
      title={words.sessions}
      sub={words.sessionsSub}
      flush
      tools={all.length > 1 && <Button class="small" onClick={() => void revoke()} says={say('End all others')} />}
    >
      {sessions.error !== undefined && <Problem error={sessions.error} />}
      {sessions.data === undefined && sessions.error === undefined && <SkeletonRows rows={2} />}
      {rows.length > 0 && (
        <Table class="folds" columns={[say('Where'), say('Role'), say('Last used'), { hidden: say('Action') }]}>
          {rows.map((it) => (
            <tr key={it.id}>
              <td title={absolute(Date.parse(it.created_at))}>
                {it.current ? say('This browser') : browserOf(it.user_agent)}
                <span class="soft">{say(', since {day}', { day: onDay(Date.parse(it.created_at)) })}</span>
              </td>
              <td class="soft">
                {roleWord[it.role]}
                {it.role !== 'payer' && `, ${proofNoun(it.proof_type)}`}
              </td>
              <td class="soft" title={absolute(Date.parse(it.last_used_at))}>
                {ago(Date.parse(it.last_used_at), now)}
              </td>
              <td class="end aside">
                {!it.current && <Button class="small" onClick={() => void revoke(it.id)} says={say('End')} />}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {all.length > rows.length && (
        <p class="panel-line">
          <button type="button" class="button small" onClick={() => setWhole(true)}>
            {say('Show {n} more', { n: all.length - rows.length })}
          </button>
        </p>
      )}
    </Panel>
  );
};

/** Browsers also name those they descend from: Edge says Chrome, and Chrome says Safari. The first here is meant. */
const browsers = ['Firefox', 'Edg', 'Chrome', 'Safari', 'node', 'curl', 'trigpoint'];

/** A name for a user agent that a person recognises. */
export const browserOf = (agent: string): string => {
  const name = browsers.find((it) => new RegExp(`\\b${it}\\b`, 'i').test(agent));
  return name === 'Edg' ? 'Edge' : (name ?? (agent.slice(0, 40) || say('A program')));
};
