import type { ReplyOf, routes } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { exactPoints, points, shortId } from '../figures.ts';
import { ApiKeys } from '../parts/api-keys.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { GivePoints } from '../parts/give-points.tsx';
import { Heading } from '../parts/heading.tsx';
import { Ledger } from '../parts/ledger.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SignedOut, SkeletonRows } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { proofLabel } from '../proof-types.ts';
import { go } from '../router.tsx';
import { anyProofType, call, useLoad, useNow } from '../service.ts';
import { type User, useSession } from '../session/session.tsx';
import { absolute, ago, onDay } from '../times.ts';

const roleWord = { payer: 'Payer', prover: 'Prover', challenger: 'Challenger' } as const;

/** Who is signed in, and everywhere this key is. */
export const AccountPage = (): JSX.Element => {
  const { user, ask } = useSession();
  if (user === undefined) return <SkeletonRows rows={4} />;
  if (user === null)
    return (
      <>
        <h1 class="hidden">Your sessions</h1>
        <SignedOut onSignIn={ask}>Your key, your sessions and what you earned appear here.</SignedOut>
      </>
    );
  return <SignedIn user={user} />;
};

const SignedIn = ({ user }: { user: User }) => {
  const { signOut, account } = useSession();
  const leave = () => void signOut().then(() => go('/'));
  return (
    <>
      <Heading
        title={shortId(user.publicKey, 8, 6)}
        lead={`${roleWord[user.role]} for proofs of ${proofLabel(user.proof_type).toLowerCase()}.`}
        actions={
          <button type="button" class="button" onClick={leave}>
            Sign out
          </button>
        }
      />
      <div class="columns">
        <Panel class="of-5" title="This session">
          <Pairs
            pairs={[
              {
                label: 'Key',
                mono: true,
                value: (
                  <>
                    {shortId(user.publicKey, 12, 8)} <CopyButton text={user.publicKey} />
                  </>
                ),
              },
              { label: 'Kind of key', value: user.keyType === 'ethereum' ? 'Ethereum' : 'Solana' },
              { label: 'Ends', value: `${onDay(Date.parse(user.expires_at))}, later with each use` },
              {
                label: 'Pays with',
                value: account ? 'the key you signed in with' : 'a wallet you choose when you pay',
              },
            ]}
          />
        </Panel>
        <Sessions />
        <Balance />
        <ApiKeys />
      </div>
    </>
  );
};

const Balance = () => {
  const balance = useLoad(
    'balance',
    async (signal) => (await call(anyProofType, 'my-balance', { limit: 50 }, signal)).result,
  );
  return (
    <Panel
      class="bleed"
      title="Points"
      sub={balance.data ? `${exactPoints(balance.data.points_exact)} POINTS, ${points(balance.data.fuel)} fuel` : ''}
      flush
    >
      {balance.error !== undefined && <Problem error={balance.error} />}
      {balance.data === undefined && balance.error === undefined && <SkeletonRows rows={3} />}
      {balance.data?.entries.length === 0 && (
        <Empty title="Nothing earned or spent yet">
          Readings and accepted photos are paid here, each with its reason.
        </Empty>
      )}
      {balance.data !== undefined && balance.data.entries.length > 0 && <Ledger entries={balance.data.entries} />}
      {balance.data !== undefined && <Budgets budgets={balance.data.budgets} />}
      {balance.data !== undefined && balance.data.points > 0 && <GivePoints onDone={balance.reload} />}
    </Panel>
  );
};

const budgetLabels = { owner: 'To you', payer: 'Because of you', prover: 'For your provers' } as const;

/** What the network itself paid today, and pays at most. */
const Budgets = ({ budgets }: { budgets: ReplyOf<(typeof routes)['my-balance']>['result']['budgets'] }) => (
  <div class="padded">
    <p class="small soft">Rewards by the network since 0:00 UTC</p>
    <Pairs
      pairs={budgets.flatMap(({ of, used, most }) =>
        of in budgetLabels
          ? [
              {
                label: budgetLabels[of as keyof typeof budgetLabels],
                value: `${exactPoints(used)} of ${exactPoints(most)} POINTS`,
              },
            ]
          : [],
      )}
    />
  </div>
);

const Sessions = () => {
  const now = useNow(10_000);
  const sessions = useLoad('sessions', (signal) => call(anyProofType, 'sessions', {}, signal));
  const revoke = async (id?: string) => {
    await call(anyProofType, 'revoke-session', id === undefined ? {} : { session_id: id });
    sessions.reload();
  };
  const rows = sessions.data?.result.sessions ?? [];
  return (
    <Panel
      class="of-7"
      title="Signed in with this key"
      sub="end any you do not know"
      flush
      tools={
        rows.length > 1 && (
          <button type="button" class="button small" onClick={() => void revoke()}>
            End all others
          </button>
        )
      }
    >
      {sessions.error !== undefined && <Problem error={sessions.error} />}
      {sessions.data === undefined && sessions.error === undefined && <SkeletonRows rows={2} />}
      {rows.length > 0 && (
        <Table class="folds" columns={['Where', 'Role', 'Last used', { hidden: 'Action' }]}>
          {rows.map((it) => (
            <tr key={it.id}>
              <td>{it.current ? 'This browser' : browserOf(it.user_agent)}</td>
              <td class="soft">
                {roleWord[it.role]}, {proofLabel(it.proof_type).toLowerCase()}
              </td>
              <td class="soft" title={absolute(Date.parse(it.last_used_at))}>
                {ago(Date.parse(it.last_used_at), now)}
              </td>
              <td class="end aside">
                {!it.current && (
                  <button type="button" class="button small" onClick={() => void revoke(it.id)}>
                    End
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  );
};

/** Browsers also name those they descend from: Edge says Chrome, and Chrome says Safari. The first here is meant. */
const browsers = ['Firefox', 'Edg', 'Chrome', 'Safari', 'node', 'curl', 'trigpoint'];

/** A name for a user agent that a person recognises. */
export const browserOf = (agent: string): string => {
  const name = browsers.find((it) => new RegExp(`\\b${it}\\b`, 'i').test(agent));
  return name === 'Edg' ? 'Edge' : (name ?? (agent.slice(0, 40) || 'A program'));
};
