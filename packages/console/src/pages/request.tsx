import type { ServiceInfo } from '@trigpoint/client';
import type { AskField, Profile } from '@trigpoint/proofs';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Claims, statedPlace } from '../challenge/agents.ts';
import { shortAgent } from '../figures.ts';
import { type Agent, useAgents, useChallenges } from '../network.ts';
import { Command } from '../parts/command.tsx';
import { Field, InputField } from '../parts/field.tsx';
import { Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { Empty, explain, Problem, SignedOut, SkeletonRows } from '../parts/states.tsx';
import { useProofTypes } from '../proof-types.ts';
import {
  type Draft,
  defaultsFor,
  isUnclaimed,
  type Problems,
  problemsOf,
  problemsSoFar,
  withChoice,
} from '../request/drafts.ts';
import { HowMany, Outlook, WhoMayBeDrawn } from '../request/expectation.tsx';
import { drawable, type Expected, expectedOf, usualMs } from '../request/expected.ts';
import { firstChoice } from '../request/first-choice.ts';
import { type Provers, proverLabels, useProvers } from '../request/provers.ts';
import { RequestSteps, useRequest } from '../request/steps.tsx';
import { requestWords as words } from '../request/words.ts';
import { usePlace } from '../router.tsx';
import { commandLine, type ProofTypeId, useKept, useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { useDevelopmentWallet, useWallets } from '../session/use-wallets.ts';
import { seconds } from '../times.ts';
import { say, sayWith } from '../words/say.ts';

/** Ask for a challenge: who, what, who pays; then every step as it happens. */
export const RequestPage = (): JSX.Element => {
  const { query } = usePlace();
  // Another address asks for something else, so its form begins anew.
  return <Asked key={query.toString()} query={query} />;
};

const Asked = ({ query }: { query: URLSearchParams }) => {
  const { user, ask, about } = useSession();
  const types = useProofTypes();
  const [proofType, setProofType] = useState<ProofTypeId>(query.get('type') ?? '');
  const profile = types.find((it) => it.id === proofType) ?? (types[0] as Profile);
  const agents = useAgents();
  const [typedKey, setTypedKey] = useState(query.get('prover') ?? '');
  const provers = useProvers(agents.data, profile.id, typedKey);
  const ready = useMemo(() => drawable(agents.data ?? [], profile.id), [agents.data, profile]);
  const [rows, setRows] = useState<{ readonly of: readonly Expected[]; readonly chosen: number }>();
  const heading = <Heading title={words.title} lead={words.lead} />;
  if (user === null)
    return (
      <>
        {heading}
        <Panel title={words.signIn}>
          <SignedOut onSignIn={ask}>{words.signInWhy}</SignedOut>
        </Panel>
      </>
    );
  return (
    <>
      {heading}
      {agents.error !== undefined && <Problem error={agents.error} />}
      <div class="columns">
        <Panel
          class="of-7"
          title={say('What to prove')}
          tools={
            <Segmented
              label={say('Proof')}
              value={profile.id}
              onChange={setProofType}
              options={types.map((it) => [it.id, it.label] as const)}
            />
          }
        >
          {agents.data === undefined || about === undefined ? (
            <SkeletonRows rows={5} height={56} />
          ) : provers.all.length === 0 ? (
            <Empty title={say('No provers here yet')}>
              {sayWith('Start one: {command}', {
                command: <Command line={commandLine(`prover --proof-type ${profile.id}`)} />,
              })}
            </Empty>
          ) : (
            <Form
              key={profile.id}
              profile={profile}
              provers={provers}
              typedKey={typedKey}
              onKey={setTypedKey}
              ready={ready.length}
              wanted={query.get('prover') ?? ''}
              given={query.get('type') === profile.id ? Object.fromEntries(query) : {}}
              onExpect={setRows}
            />
          )}
        </Panel>
        {agents.data !== undefined && (
          <div class="of-5 stack">
            <WhoMayBeDrawn agents={ready} />
            <Panel title={words.happens}>
              <ol class="numbered">
                <li>
                  {about?.chain
                    ? say(
                        'Paid with your balance here, the request goes to the service itself, without a transaction. Paid otherwise, it is a transaction to the contract on the chain.',
                      )
                    : say('You ask the service itself. No transaction is needed.')}
                </li>
                <li>
                  {about?.chain
                    ? say(
                        'The prover consents, and the service logs the request. A block made after that decides which challengers are drawn, so the service cannot pick them.',
                      )
                    : say(
                        'The prover consents, and the service logs the request. A number that this page made up before and told nobody then decides which challengers are drawn, so the service cannot pick them.',
                      )}
                </li>
                <li>{profile.words.how}</li>
                <li>
                  {say('The verdict, every signed reading and the seed are published. Anybody can recompute them.')}
                </li>
              </ol>
            </Panel>
            {/* Computed later than the rest, so it comes last and moves nothing. */}
            {rows && <HowMany profile={profile} rows={rows.of} ready={ready.length} chosen={rows.chosen} />}
          </div>
        )}
      </div>
    </>
  );
};

const noRegistry = `0x${'0'.repeat(40)}` as const;

/** Stands in place of a wallet's id, for a request that is made at the service itself. */
const direct = 'direct';

interface FormProps {
  readonly profile: Profile;
  readonly provers: Provers;
  /** The key of a prover, where the list does not have all of them. */
  readonly typedKey: string;
  readonly onKey: (key: string) => void;
  /** How many challengers could be drawn now. */
  readonly ready: number;
  readonly wanted: string;
  /** Fields that the address gives, by their names. */
  readonly given: Readonly<Record<string, string>>;
  readonly onExpect: (rows: { readonly of: readonly Expected[]; readonly chosen: number }) => void;
}

/** Numbers of challengers that are compared. With each step one more of them may lie. */
const compared = [4, 7, 10, 13] as const;

const Form = ({ profile, provers, typedKey, onKey, ready, wanted, given, onExpect }: FormProps) => {
  const { about } = useSession();
  const [draft, setDraft] = useState<Draft>(() =>
    defaultsFor(profile, firstChoice(provers.all, wanted, about?.development === true), given),
  );
  const [touched, setTouched] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const development = useDevelopmentWallet();
  const found = useWallets().filter((it) => it.kind === 'Ethereum');
  const wallets = !about?.chain ? [] : development ? [...found, development] : found;
  const [payWith, setPayWith] = useState<string>();
  const wallet = payWith === direct ? undefined : (wallets.find((it) => it.id === payWith) ?? wallets[0]);
  const request = useRequest();
  const wrong = problemsOf(profile, draft);
  const problems: Problems = touched ? wrong : problemsSoFar(profile, draft, left);
  const isWhole = Object.keys(wrong).length === 0;
  const takes = usualMs(profile.id, useChallenges().data ?? []);
  const asked = Number(draft.challengers);
  const expected = useLoad(
    `expected ${profile.id} ${JSON.stringify(draft)}`,
    async () => {
      const { infoOf } = await import('../request/send.ts');
      const counts = [...new Set([...compared, asked])].sort((a, b) => a - b);
      return expectedOf(profile, infoOf(profile, draft, noRegistry), counts, about as ServiceInfo);
    },
    { when: isWhole && about?.requests !== undefined, mayBeCached: true },
  );
  const shown = useKept(expected.data, true);
  useEffect(() => {
    if (shown) onExpect({ of: shown, chosen: asked });
  }, [shown, asked]);
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const choose = (chosen: Agent | undefined) =>
    setDraft(({ challengers, tolerance }) => {
      // What the address asks is about the prover that it names.
      const asked = chosen?.id === wanted ? given : {};
      return { ...defaultsFor(profile, chosen, asked), challengers, tolerance };
    });
  const { named } = provers;
  useEffect(() => {
    if (named && named.id !== draft.prover) choose(named);
  }, [named?.id]);
  const submit = (event: Event) => {
    event.preventDefault();
    setTouched(true);
    if (isWhole) void request.start(profile, draft, wallet);
  };
  const chosen = provers.all.find((it) => it.id === draft.prover);
  const labels = useMemo(() => proverLabels(provers.all), [provers.all]);
  if (request.steps.length > 0) return <RequestSteps request={request} />;
  return (
    <form
      class="form"
      onSubmit={submit}
      onFocusOut={({ target }) => setLeft(new Set(left).add((target as HTMLElement).id))}
      noValidate
    >
      <Field id="prover" label={say('Prover')} hint={chosen && proverHint(chosen)} wrong={problems.prover}>
        <select
          id="prover"
          class="input"
          value={draft.prover}
          aria-invalid={problems.prover !== undefined}
          aria-describedby="prover-hint"
          onChange={(event) => {
            onKey('');
            choose(provers.all.find((it) => it.id === event.currentTarget.value));
          }}
        >
          {draft.prover === '' && (
            <option value="" disabled>
              {say('Choose a prover')}
            </option>
          )}
          {provers.all.map((it) => (
            <option key={it.id} value={it.id}>
              {labels.get(it.id)}
              {it.online ? '' : say(' (not connected)')}
            </option>
          ))}
        </select>
      </Field>
      {chosen && !chosen.online && <p class="note un">{words.away}</p>}
      {provers.limit !== '' && (
        <InputField
          id="prover-key"
          label={say('Or its key')}
          hint={provers.limit}
          value={typedKey}
          wrong={provers.isUnknown ? say('No prover here has this key.') : undefined}
          onChange={onKey}
        />
      )}
      <Fields
        profile={profile}
        claims={chosen?.claims}
        draft={draft}
        given={given}
        problems={problems}
        set={(fields) => set({ fields })}
      />
      <div class="beside">
        <InputField
          id="challengers"
          label={say('Challengers')}
          hint={asked > ready ? words.tooFew(ready) : say('{ready} may be drawn now', { ready })}
          inputMode="numeric"
          value={draft.challengers}
          wrong={problems.challengers}
          onChange={(it) => set({ challengers: it })}
        />
        <InputField
          id="tolerance"
          label={say('Challengers allowed to drop out')}
          inputMode="numeric"
          value={draft.tolerance}
          wrong={problems.tolerance}
          onChange={(it) => set({ tolerance: it })}
        />
      </div>
      <Field id="pay-with" label={say('Pay with')} hint={payHint(wallet?.id)}>
        <select
          id="pay-with"
          class="input"
          value={wallet?.id ?? direct}
          aria-describedby="pay-with-hint"
          onChange={(event) => setPayWith(event.currentTarget.value)}
        >
          {wallets.map((it) => (
            <option key={it.id} value={it.id}>
              {it.name}
            </option>
          ))}
          <option value={direct}>{say('Your balance here')}</option>
        </select>
      </Field>
      <Outlook
        expected={shown?.find((it) => it.challengers === asked)}
        asked={asked}
        lack={!isWhole ? words.unfilled : expected.error === undefined ? words.counting : explain(expected.error).what}
        ready={ready}
        takes={takes === undefined ? undefined : seconds(takes)}
      />
      <button type="submit" class="button primary" disabled={!about}>
        {say('Request the challenge')}
      </button>
    </form>
  );
};

interface FieldsProps {
  readonly profile: Profile;
  /** What the chosen prover claims. */
  readonly claims: object | undefined;
  readonly draft: Draft;
  readonly given: Readonly<Record<string, string>>;
  readonly problems: Problems;
  readonly set: (fields: Draft['fields']) => void;
}

/** The fields of the proof type: choices in a row of buttons, numbers beside each other. What the address gives is always seen. */
const Fields = ({ profile, claims, draft, given, problems, set }: FieldsProps) => {
  const { fields } = profile;
  const change = (name: string) => (value: string) => set({ ...draft.fields, [name]: value });
  const isShown = ({ isAdvanced, name }: AskField) => !isAdvanced || given[name] !== undefined;
  const inputOf = ({ name, label, hint, kind }: AskField) => (
    <InputField
      key={name}
      id={name}
      label={label}
      hint={hint && claims && isUnclaimed(profile, name, draft.fields, claims) ? words.unclaimed : hint}
      value={draft.fields[name] ?? ''}
      wrong={problems[name]}
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      onChange={change(name)}
    />
  );
  const numbers = fields.filter((it) => it.kind === 'number' && isShown(it));
  return (
    <>
      {fields.map(
        (it) =>
          it.kind === 'choice' && (
            <div class="field" key={it.name}>
              <span class="label">{it.label}</span>
              <Segmented
                label={it.label}
                value={draft.fields[it.name] ?? ''}
                onChange={(value) => set(withChoice(profile, draft.fields, { [it.name]: value }, claims ?? {}))}
                options={it.choices}
                full
              />
            </div>
          ),
      )}
      {numbers.length > 1 ? <div class="beside">{numbers.map(inputOf)}</div> : numbers.map(inputOf)}
      {fields.filter((it) => it.kind === 'text' && isShown(it)).map(inputOf)}
    </>
  );
};

interface Listed {
  readonly id: string;
  readonly claims: object;
}

/** What the chosen prover claims, and its key. */
const proverHint = ({ id, claims }: Listed): string => {
  const place = statedPlace(claims as Claims);
  return [...(place ? [say('claims {what}', { what: place })] : []), shortAgent(id)].join(' · ');
};

const payHint = (wallet: string | undefined): string => {
  if (wallet === undefined) return say('without a transaction');
  return wallet === 'development' ? say('throw-away, this network only, free') : '';
};
