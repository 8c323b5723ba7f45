import type { Evidence } from '@trigpoint/proofs';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Verified } from '../challenge/recheck-evidence.ts';
import { Checks } from '../parts/checks.tsx';
import { Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Problem, SkeletonRows } from '../parts/states.tsx';
import { usePlace } from '../router.tsx';
import { call, useLoad } from '../service.ts';

const fields = [
  ['rpc', 'RPC endpoint of the chain', 'https://…'],
  ['chain_id', 'Number of the chain', ''],
  ['contract', 'RequestHandler', '0x…'],
  ['log_vkey', 'Key of the log', 'name+hash+key'],
  ['log_url', 'Address of the log', 'https://…/log'],
] as const;
type Field = (typeof fields)[number][0];

type Typed = Partial<Record<Field | 'witnesses' | 'witness_quorum', string>>;

/** As a trust file would have it. */
const asTrust = (typed: Typed): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typed)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => {
        if (name === 'witnesses') return [name, value.split(/\s+/)];
        return [name, name === 'chain_id' || name === 'witness_quorum' ? Number(value) : value];
      }),
  );

/** Holds evidence of any service against a chain and a log that the reader names, as `trigpoint verify --trust` does. */
export const VerifyPage = (): JSX.Element => {
  const { query } = usePlace();
  const [proofType = '', id = ''] = (query.get('challenge') ?? '').split('/');
  const isNamed = proofType !== '' && id !== '';
  const [file, setFile] = useState<File>();
  const [trustFile, setTrustFile] = useState<File>();
  const [typed, setTyped] = useState<Typed>({});
  const [found, setFound] = useState<Verified | 'working' | { readonly problem: string }>();
  const named = useLoad(
    `evidence ${proofType} ${id}`,
    async (signal) =>
      (await call(proofType, 'challenge-evidence', { challenge_id: id }, signal)).result as unknown as Evidence,
    { when: isNamed },
  );
  const verify = async (event: Event) => {
    event.preventDefault();
    setFound('working');
    try {
      const { verifyTexts } = await import('../challenge/recheck-evidence.ts');
      const evidence = file ? await file.text() : JSON.stringify(named.data);
      setFound(await verifyTexts(evidence, await trustFile?.text(), asTrust(typed)));
    } catch (error) {
      setFound({ problem: error instanceof Error ? error.message : String(error) });
    }
  };
  const type = (name: keyof Typed) => (event: { currentTarget: { value: string } }) =>
    setTyped({ ...typed, [name]: event.currentTarget.value });
  return (
    <>
      <Heading
        title="Verify evidence"
        lead="Evidence of any service, held against a chain and a log that you name. Nothing leaves this browser but questions to those two."
      />
      {named.error !== undefined && <Problem error={named.error} />}
      <div class="columns">
        <Panel class="of-6" title="Evidence and whom you trust">
          <form class="form" onSubmit={(event) => void verify(event)}>
            <FileField
              id="evidence"
              label="Evidence"
              hint={
                isNamed
                  ? `Challenge ${id} of this service, unless you choose a file`
                  : 'As trigpoint evidence writes it'
              }
              onFile={setFile}
            />
            <FileField
              id="trust"
              label="Trust file"
              hint="As trigpoint trust writes it; what you type below goes before it"
              onFile={setTrustFile}
            />
            <details>
              <summary>Name them one by one</summary>
              <div class="form">
                {fields.map(([name, label, placeholder]) => (
                  <div class="field" key={name}>
                    <label for={name}>{label}</label>
                    <input
                      id={name}
                      class="input"
                      placeholder={placeholder}
                      spellcheck={false}
                      value={typed[name] ?? ''}
                      onInput={type(name)}
                    />
                  </div>
                ))}
                <div class="field">
                  <label for="witnesses">Keys of witnesses</label>
                  <textarea
                    id="witnesses"
                    class="input"
                    spellcheck={false}
                    value={typed.witnesses ?? ''}
                    onInput={type('witnesses')}
                  />
                  <span class="hint">One in each line</span>
                </div>
                <div class="field">
                  <label for="witness_quorum">How many of them must have cosigned</label>
                  <input
                    id="witness_quorum"
                    class="input"
                    inputMode="numeric"
                    value={typed.witness_quorum ?? ''}
                    onInput={type('witness_quorum')}
                  />
                  <span class="hint">Two thirds and at least three, unless said</span>
                </div>
              </div>
            </details>
            <button
              type="submit"
              class="button primary"
              disabled={found === 'working' || (file === undefined && named.data === undefined)}
            >
              {found === 'working' ? 'Verifying…' : 'Verify'}
            </button>
          </form>
        </Panel>
        <Panel class="of-6" title="What holds">
          <div class="form" role="status">
            <Outcome found={found} />
            <p class="small soft">
              This page comes from {location.host}, so it is worth as much as that service is. Somebody who does not
              trust it runs <code>trigpoint verify --trust</code>, or opens this page at a service of their own.
            </p>
          </div>
        </Panel>
      </div>
    </>
  );
};

const FileField = (props: { id: string; label: string; hint: string; onFile: (file: File | undefined) => void }) => (
  <div class="field">
    <label for={props.id}>{props.label}</label>
    <input
      id={props.id}
      class="input"
      type="file"
      accept="application/json,.json"
      onChange={(event) => props.onFile(event.currentTarget.files?.[0])}
    />
    <span class="hint">{props.hint}</span>
  </div>
);

const Outcome = ({ found }: { found: Verified | 'working' | { readonly problem: string } | undefined }) => {
  if (found === undefined) return <p class="soft">Choose a file, and say whom you trust.</p>;
  if (found === 'working') return <SkeletonRows rows={3} height={56} />;
  if ('problem' in found) return <p class="note no">{found.problem}</p>;
  const { checked, steps } = found;
  return (
    <div class="form">
      <Checks
        checks={steps.map(({ holds, says, because }) => ({
          outcome: holds ? 'verified' : holds === false ? 'refuted' : 'inconclusive',
          title: says,
          gave: <Sentences of={because} />,
        }))}
      />
      {(checked.reached === 'signed' || checked.reached === 'anchored') && <p>{checked.verdict.reason}</p>}
      <Listed title="Not checked" of={checked.unchecked} />
      <Listed title="The operator’s word alone" of={checked.asserted} />
      {checked.owners && (
        <p class="small">
          You know {checked.owners.known} of the {checked.owners.drawn} owners of the challengers drawn.
        </p>
      )}
    </div>
  );
};

const Listed = ({ title, of: sentences }: { title: string; of: readonly string[] }) =>
  sentences.length === 0 ? null : (
    <div>
      <h3>{title}</h3>
      <Sentences of={sentences} />
    </div>
  );

const Sentences = ({ of: sentences }: { of: readonly string[] }) => (
  <>
    {sentences.map((it) => (
      <p key={it} class="small soft">
        {it}
      </p>
    ))}
  </>
);
