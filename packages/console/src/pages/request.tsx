import type { AskField, Profile } from '@trigpoint/proofs';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type Claims, proverName, statedPlace } from '../challenge/agents.ts';
import { shortAgent } from '../figures.ts';
import { type Agent, useAgents } from '../network.ts';
import { Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { Empty, Problem, SignedOut, SkeletonRows } from '../parts/states.tsx';
import { useProofTypes } from '../proof-types.ts';
import { type Draft, defaultsFor, type Problems, problemsOf } from '../request/drafts.ts';
import { RequestSteps, useRequest } from '../request/steps.tsx';
import { usePlace } from '../router.tsx';
import type { ProofTypeId } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { useDevelopmentWallet, useWallets } from '../session/use-wallets.ts';

/** Ask for a challenge: who, what, who pays; then every step as it happens. */
export const RequestPage = (): JSX.Element => {
  const { query } = usePlace();
  const { user, ask, about } = useSession();
  const types = useProofTypes();
  const [proofType, setProofType] = useState<ProofTypeId>(query.get('type') ?? '');
  const profile = types.find((it) => it.id === proofType) ?? (types[0] as Profile);
  const agents = useAgents();
  const provers = useMemo(
    () =>
      (agents.data ?? [])
        .filter((it) => it.role === 'prover' && it.proofType === profile.id)
        .sort((a, b) => Number(b.online) - Number(a.online)),
    [agents.data, profile],
  );
  const challengers = (agents.data ?? []).filter(
    (it) => it.role === 'challenger' && it.proofType === profile.id && it.online,
  ).length;
  const heading = (
    <Heading
      title="Request a challenge"
      lead="Challengers measure the prover’s claim, and everything they sign is yours to check."
    />
  );
  if (user === null)
    return (
      <>
        {heading}
        <Panel title="First">
          <SignedOut onSignIn={ask}>Requests are made in a session of yours.</SignedOut>
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
          title="What to prove"
          tools={
            <Segmented
              label="Proof"
              value={profile.id}
              onChange={setProofType}
              options={types.map((it) => [it.id, it.label] as const)}
            />
          }
        >
          {agents.data === undefined ? (
            <SkeletonRows rows={5} height={56} />
          ) : provers.length === 0 ? (
            <Empty title="No provers here yet">Start one: npx trigpoint prover --proof-type {profile.id}</Empty>
          ) : (
            <Form
              key={profile.id}
              profile={profile}
              provers={provers}
              challengers={challengers}
              wanted={query.get('prover') ?? ''}
            />
          )}
        </Panel>
        <Panel class="of-5" title="What happens">
          <ol class="numbered">
            <li>
              {about?.chain
                ? 'You call submitRequest on the contract, or ask the service itself without a transaction.'
                : 'You ask the service itself. No transaction is needed.'}
            </li>
            <li>
              The prover consents, and the service logs the request. Then it draws challengers by{' '}
              {about?.chain ? 'a block that did not exist before' : 'a number that you chose before'}, so that it cannot
              pick them.
            </li>
            <li>{profile.words.how}</li>
            <li>The verdict, every signed reading and the seed are published. Anybody can recompute them.</li>
          </ol>
        </Panel>
      </div>
    </>
  );
};

/** In place of a wallet's id: asked at the service itself. */
const direct = 'direct';

interface FormProps {
  readonly profile: Profile;
  readonly provers: readonly Agent[];
  readonly challengers: number;
  readonly wanted: string;
}

const Form = ({ profile, provers, challengers, wanted }: FormProps) => {
  const first = provers.find((it) => it.id === wanted) ?? provers[0];
  const [draft, setDraft] = useState<Draft>(() => defaultsFor(profile, first, challengers));
  const [touched, setTouched] = useState(false);
  const { about } = useSession();
  const development = useDevelopmentWallet();
  const found = useWallets().filter((it) => it.kind === 'Ethereum');
  const wallets = !about?.chain ? [] : development ? [...found, development] : found;
  const [payWith, setPayWith] = useState<string>();
  const wallet = payWith === direct ? undefined : (wallets.find((it) => it.id === payWith) ?? wallets[0]);
  const request = useRequest();
  const problems: Problems = touched ? problemsOf(profile, draft) : {};
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const submit = (event: Event) => {
    event.preventDefault();
    setTouched(true);
    if (Object.keys(problemsOf(profile, draft)).length === 0) void request.start(profile, draft, wallet);
  };
  if (request.steps.length > 0) return <RequestSteps request={request} />;
  return (
    <form class="form" onSubmit={submit} noValidate>
      <div class="field">
        <label for="prover">Prover</label>
        <select
          id="prover"
          class="input"
          value={draft.prover}
          onChange={(event) => {
            const chosen = provers.find((it) => it.id === event.currentTarget.value);
            setDraft({
              ...defaultsFor(profile, chosen, challengers),
              challengers: draft.challengers,
              tolerance: draft.tolerance,
            });
          }}
        >
          {provers.map((it) => (
            <option key={it.id} value={it.id}>
              {proverLabel(it)}
              {it.online ? '' : ' (not connected)'}
            </option>
          ))}
        </select>
      </div>
      <Fields profile={profile} draft={draft} problems={problems} set={(fields) => set({ fields })} />
      <div class="beside">
        <InputField
          id="challengers"
          label="Challengers"
          hint={`${challengers} connected now`}
          value={draft.challengers}
          wrong={problems.challengers}
          onChange={(it) => set({ challengers: it })}
        />
        <InputField
          id="tolerance"
          label="Challengers allowed to drop out"
          value={draft.tolerance}
          wrong={problems.tolerance}
          onChange={(it) => set({ tolerance: it })}
        />
      </div>
      <div class="field">
        <label for="pay-with">Pay with</label>
        <select
          id="pay-with"
          class="input"
          value={wallet?.id ?? direct}
          onChange={(event) => setPayWith(event.currentTarget.value)}
        >
          {wallets.map((it) => (
            <option key={it.id} value={it.id}>
              {it.name}
              {it.id === 'development' ? ' (throw-away, this network only, free)' : ''}
            </option>
          ))}
          <option value={direct}>Your balance here, without a transaction</option>
        </select>
      </div>
      <button type="submit" class="button primary" disabled={!about}>
        Request the challenge
      </button>
    </form>
  );
};

interface FieldsProps {
  readonly profile: Profile;
  readonly draft: Draft;
  readonly problems: Problems;
  readonly set: (fields: Draft['fields']) => void;
}

/** The fields of the proof type: choices in a row of buttons, numbers beside each other. */
const Fields = ({ profile: { fields }, draft, problems, set }: FieldsProps) => {
  const change = (name: string) => (value: string) => set({ ...draft.fields, [name]: value });
  const isShown = ({ isAdvanced }: AskField) => !isAdvanced;
  const inputOf = ({ name, label, hint, kind }: AskField) => (
    <InputField
      key={name}
      id={name}
      label={label}
      hint={hint}
      value={draft.fields[name] ?? ''}
      wrong={problems[name]}
      isNumber={kind === 'number'}
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
                onChange={change(it.name)}
                options={it.choices}
              />
            </div>
          ),
      )}
      {numbers.length > 1 ? <div class="beside">{numbers.map(inputOf)}</div> : numbers.map(inputOf)}
      {fields.filter((it) => it.kind === 'text' && isShown(it)).map(inputOf)}
    </>
  );
};

interface InputFieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly wrong: string | undefined;
  readonly isNumber?: boolean;
  readonly onChange: (value: string) => void;
}

const InputField = ({ id, label, hint, value, wrong, isNumber = true, onChange }: InputFieldProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <input
      id={id}
      class="input"
      inputMode={isNumber ? 'decimal' : 'text'}
      value={value}
      aria-invalid={wrong !== undefined}
      aria-describedby={`${id}-hint`}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
    <span id={`${id}-hint`} class={wrong ? 'wrong' : 'hint'}>
      {wrong ?? hint ?? ''}
    </span>
  </div>
);

/** A prover in a list: its name, what it claims, and the key that tells two of one name apart. */
export const proverLabel = ({ id, claims }: { readonly id: string; readonly claims: object }): string => {
  const [name, key, place] = [proverName(id, claims as Claims), shortAgent(id), statedPlace(claims as Claims)];
  return [...(name === key ? [] : [name]), ...(place ? [`claims ${place}`] : []), key].join(' · ');
};
