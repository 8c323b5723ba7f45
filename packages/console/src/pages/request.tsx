import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type Claims, nameOf } from '../challenge/agents.ts';
import { shortAgent } from '../figures.ts';
import { type Agent, useAgents } from '../network.ts';
import { Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { Empty, Problem, SignedOut, SkeletonRows } from '../parts/states.tsx';
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
  const [proofType, setProofType] = useState<ProofTypeId>(query.get('type') === 'pob' ? 'pob' : 'pol');
  const agents = useAgents();
  const provers = useMemo(
    () =>
      (agents.data ?? [])
        .filter((it) => it.role === 'prover' && it.proofType === proofType)
        .sort((a, b) => Number(b.online) - Number(a.online)),
    [agents.data, proofType],
  );
  const challengers = (agents.data ?? []).filter(
    (it) => it.role === 'challenger' && it.proofType === proofType && it.online,
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
          <SignedOut onSignIn={ask}>Requests are made on chain and handed over in a session of yours.</SignedOut>
        </Panel>
      </>
    );
  return (
    <>
      {heading}
      {agents.error !== undefined && <Problem error={agents.error} />}
      {about && !about.chain && (
        <Panel title="No chain">
          <Empty title="This service is not connected to a chain">
            Requests need one. Its operator sets CHAIN_RPC_URL; a local network starts with its own.
          </Empty>
        </Panel>
      )}
      <div class="columns">
        <Panel
          class="of-7"
          title="What to prove"
          tools={
            <Segmented
              label="Proof"
              value={proofType}
              onChange={setProofType}
              options={[
                ['pol', 'Location'],
                ['pob', 'Bandwidth'],
              ]}
            />
          }
        >
          {agents.data === undefined ? (
            <SkeletonRows rows={5} height={56} />
          ) : provers.length === 0 ? (
            <Empty title="No provers here yet">Start one: npx trigpoint prover --proof-type {proofType}</Empty>
          ) : (
            <Form
              key={proofType}
              proofType={proofType}
              provers={provers}
              challengers={challengers}
              wanted={query.get('prover') ?? ''}
            />
          )}
        </Panel>
        <Panel class="of-5" title="What happens">
          <ol class="numbered">
            <li>You call submitRequest on the contract. It gives the challenge its number.</li>
            <li>
              The service reads that request from the chain and draws challengers by the block’s hash, so that nobody
              can pick them.
            </li>
            <li>
              {proofType === 'pol'
                ? 'They time how fast the prover answers. Light sets the bound: delay can be added, never taken away.'
                : 'They send data one after another, in an order nobody knows before; the median counts.'}
            </li>
            <li>The verdict, every signed reading and the seed are published. Anybody can recompute them.</li>
          </ol>
        </Panel>
      </div>
    </>
  );
};

interface FormProps {
  readonly proofType: ProofTypeId;
  readonly provers: readonly Agent[];
  readonly challengers: number;
  readonly wanted: string;
}

const Form = ({ proofType, provers, challengers, wanted }: FormProps) => {
  const first = provers.find((it) => it.id === wanted) ?? provers[0];
  const [draft, setDraft] = useState<Draft>(() => defaultsFor(proofType, first, challengers));
  const [touched, setTouched] = useState(false);
  const development = useDevelopmentWallet();
  const found = useWallets().filter((it) => it.kind === 'Ethereum');
  const wallets = development ? [...found, development] : found;
  const [payWith, setPayWith] = useState<string>();
  const wallet = wallets.find((it) => it.id === payWith) ?? wallets[0];
  const request = useRequest();
  const problems: Problems = touched ? problemsOf(proofType, draft) : {};
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const submit = (event: Event) => {
    event.preventDefault();
    setTouched(true);
    if (Object.keys(problemsOf(proofType, draft)).length === 0 && wallet) void request.start(proofType, draft, wallet);
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
              ...defaultsFor(proofType, chosen, challengers),
              challengers: draft.challengers,
              tolerance: draft.tolerance,
            });
          }}
        >
          {provers.map((it) => (
            <option key={it.id} value={it.id}>
              {nameOf(it.id, it.claims as Claims)} · {shortAgent(it.id)}
              {it.online ? '' : ' (not connected)'}
            </option>
          ))}
        </select>
      </div>
      {proofType === 'pol' ? (
        <div class="beside">
          <NumberField
            id="latitude"
            label="Latitude"
            hint="As it claims; change it to test another place"
            draft={draft}
            problems={problems}
            set={set}
          />
          <NumberField id="longitude" label="Longitude" draft={draft} problems={problems} set={set} />
        </div>
      ) : (
        <>
          <div class="field">
            <span class="label">Direction</span>
            <Segmented
              label="Direction"
              value={draft.direction}
              onChange={(direction) => set({ direction })}
              options={[
                ['down', 'Down, to the prover'],
                ['up', 'Up, from the prover'],
              ]}
            />
          </div>
          <NumberField
            id="bandwidthMbps"
            label="Bandwidth, Mbit/s"
            hint="Passes from 90 % of it"
            draft={draft}
            problems={problems}
            set={set}
          />
        </>
      )}
      <div class="beside">
        <NumberField
          id="challengers"
          label="Challengers"
          hint={`${challengers} connected now`}
          draft={draft}
          problems={problems}
          set={set}
        />
        <NumberField id="tolerance" label="May fail to answer" draft={draft} problems={problems} set={set} />
      </div>
      <div class="field">
        <label for="pay-with">Pay with</label>
        {wallets.length === 0 ? (
          <p class="small soft">
            No Ethereum wallet was found in this browser. Install one, or use npx trigpoint request.
          </p>
        ) : (
          <select
            id="pay-with"
            class="input"
            value={wallet?.id}
            onChange={(event) => setPayWith(event.currentTarget.value)}
          >
            {wallets.map((it) => (
              <option key={it.id} value={it.id}>
                {it.name}
                {it.id === 'development' ? ' (throw-away, this network only, free)' : ''}
              </option>
            ))}
          </select>
        )}
      </div>
      <button type="submit" class="button primary" disabled={!wallet}>
        Request the challenge
      </button>
    </form>
  );
};

interface NumberFieldProps {
  readonly id: Exclude<keyof Draft, 'prover' | 'direction'>;
  readonly label: string;
  readonly hint?: string;
  readonly draft: Draft;
  readonly problems: Problems;
  readonly set: (changes: Partial<Draft>) => void;
}

const NumberField = ({ id, label, hint, draft, problems, set }: NumberFieldProps) => {
  const wrong = problems[id];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        inputMode="decimal"
        value={draft[id]}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-hint`}
        onInput={(event) => set({ [id]: event.currentTarget.value })}
      />
      <span id={`${id}-hint`} class={wrong ? 'wrong' : 'hint'}>
        {wrong ?? hint ?? ''}
      </span>
    </div>
  );
};
