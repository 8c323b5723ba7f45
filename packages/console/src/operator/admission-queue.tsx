import { lengthWords } from '@trigpoint/proofs';
import type { ReplyOf, routes } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { agentPath } from '../challenge/agents.ts';
import { compass, shortAgent, shortId } from '../figures.ts';
import { Button } from '../parts/button.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SignedOut, Wrong } from '../parts/states.tsx';
import { useWork } from '../parts/work.ts';
import { proofLabel, useProofTypes } from '../proof-types.ts';
import { call, type ProofTypeId, useLoad, useNow } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { absolute } from '../times.ts';
import { say, sayReason, sayWith } from '../words/say.ts';

type Admission = ReplyOf<(typeof routes)['list-admissions']>['result']['admissions'][number];

interface Waiting extends Admission {
  readonly proofType: ProofTypeId;
}

/** What the service says of a candidate that nobody has decided about. */
const waitsForOperator = 'It waits for an operator.';
const mostShown = 50;
const everyMs = 10_000;

/** Challengers that wait for a decision: admit, or set aside with a reason, which is public. */
export const AdmissionQueue = (): JSX.Element | null => {
  const { user, about, ask } = useSession();
  const types = useProofTypes().map((it) => it.id);
  const queue = useLoad(
    `admissions ${user?.publicKey} ${types}`,
    async (signal) => {
      const body = { status: 'candidate' as const, limit: mostShown };
      const each = await Promise.all(
        types.map(async (proofType): Promise<Waiting[]> => {
          const { result } = await call(proofType, 'list-admissions', body, signal);
          return result.admissions.map((it) => ({ ...it, proofType }));
        }),
      );
      return each.flat().sort((a, b) => a.since.localeCompare(b.since));
    },
    { everyMs, when: user?.decides_admissions === true },
  );
  if (user === undefined || (user === null && about?.development)) return null;
  if (user === null)
    return (
      <Panel class="bleed" title={say('Challengers that wait')}>
        <SignedOut onSignIn={ask}>{say('Keys that OPERATORS lists decide here who may be drawn.')}</SignedOut>
      </Panel>
    );
  // Other people look at this page too, and decide nothing.
  if (!user.decides_admissions) return null;
  const rows = queue.data ?? [];
  return (
    <Panel class="bleed" title={say('Challengers that wait')} sub={say('{n}, longest first', { n: rows.length })} flush>
      {queue.error !== undefined && <Problem error={queue.error} />}
      {queue.data?.length === 0 && (
        <Empty title={say('Nobody waits')}>{say('A challenger that connects for the first time appears here.')}</Empty>
      )}
      {rows.map((it) => (
        <Candidate key={`${it.proofType} ${it.id}`} candidate={it} onDone={queue.reload} />
      ))}
    </Panel>
  );
};

const Candidate = ({ candidate: it, onDone }: { candidate: Waiting; onDone: () => void }) => {
  const now = useNow(10_000);
  const [settingAside, setSettingAside] = useState(false);
  const [reason, setReason] = useState('');
  const { busy, problem, work } = useWork();
  const decide = (status: 'admitted' | 'set_aside') =>
    work(async () => {
      const why = reason.trim() === '' ? {} : { reason: reason.trim() };
      await call(it.proofType, 'admit-challenger', { challenger: it.id, status, ...why });
      onDone();
    });
  const since = Date.parse(it.since);
  const time = <time title={absolute(since)}>{lengthWords((now - since) / 1000)}</time>;
  return (
    <article class="candidate form tight">
      <p>
        <a class="link mono" href={agentPath(it.proofType, 'challenger', it.id)}>
          {shortAgent(it.id)}
        </a>{' '}
        {proofLabel(it.proofType)}
        {it.latitude !== null && it.longitude !== null && <>, {compass(it.latitude, it.longitude)}</>}
      </p>
      <p class="small soft">
        {it.reason === waitsForOperator
          ? sayWith('Waiting for an operator for {time}.', { time })
          : sayWith('{reason} Waiting for {time}.', { reason: sayReason(it.reason), time })}
        {it.owner !== '' && !it.id.endsWith(it.owner) && (
          <>
            {' '}
            <code class="small">{shortId(it.owner)}</code> {say('answers for it.')}
          </>
        )}
      </p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void decide(settingAside ? 'set_aside' : 'admitted');
        }}
      >
        <input
          class="input grow"
          aria-label={say('Reason for {id}, public', { id: shortAgent(it.id) })}
          placeholder={say('Reason, public')}
          value={reason}
          maxLength={512}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
        {settingAside ? (
          <>
            <button type="submit" class="button small danger" disabled={busy || reason.trim() === ''}>
              {say('Set aside')}
            </button>
            <Button class="small" onClick={() => setSettingAside(false)} says={say('Back')} />
          </>
        ) : (
          <>
            <button type="submit" class="button small primary" disabled={busy}>
              {say('Admit')}
            </button>
            <Button class="small" disabled={busy} onClick={() => setSettingAside(true)} says={say('Set aside…')} />
          </>
        )}
      </form>
      {settingAside && (
        <p class="small soft">
          {say('It is then not drawn, and its readings do not count, until an operator admits it.')}
        </p>
      )}
      <Wrong class="note" says={problem} />
    </article>
  );
};
