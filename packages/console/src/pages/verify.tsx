import type { Evidence } from '@trigpoint/proofs';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { proverName } from '../challenge/agents.ts';
import { verdictOutcome } from '../challenge/outcomes.ts';
import { shortAgent, shortId } from '../figures.ts';
import { Button } from '../parts/button.tsx';
import { Command } from '../parts/command.tsx';
import { Crumbs, Heading, withWholeNames } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Problem, SkeletonRows } from '../parts/states.tsx';
import { type Outcome, outcomeTone, outcomeWord, VerdictGlyph } from '../parts/verdict-glyph.tsx';
import { usePlace } from '../router.tsx';
import { call, commandLine, useLoad } from '../service.ts';
import { withZone } from '../times.ts';
import { Alter, type Altered, AlteredStatement } from '../verify/alter.tsx';
import { verdictSays } from '../verify/headline.ts';
import type { Verified } from '../verify/recheck-evidence.ts';
import { type Word, wordsOf } from '../verify/recomputed.ts';
import { ThreeWords } from '../verify/three-words.tsx';
import { verifyWords as words } from '../verify/words.ts';
import { inSentence } from '../words/language.ts';
import { markOf, say, sayReason, sayWith } from '../words/say.ts';

const fields = [
  ['rpc', say('RPC endpoint of the chain'), 'https://…'],
  ['chain_id', say('Id of the chain'), ''],
  ['contract', 'RequestHandler', '0x…'],
  ['log_vkey', say('Key of the log'), 'name+hash+key'],
  ['log_url', say('Address of the log'), 'https://…/log'],
] as const;
type Field = (typeof fields)[number][0];

type Typed = Partial<Record<Field | 'witnesses' | 'witness_quorum', string>>;

/** What was typed, in the form of a trust file. */
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

type Found = Verified | 'working' | { readonly problem: string } | undefined;

/** Holds evidence of any service against a chain and a log that the reader names, as `trigpoint verify --trust` does. */
export const VerifyPage = (): JSX.Element => {
  const { query } = usePlace();
  const [proofType = '', id = ''] = (query.get('challenge') ?? '').split('/');
  const isNamed = proofType !== '' && id !== '';
  const [file, setFile] = useState<File>();
  const [trustFile, setTrustFile] = useState<File>();
  const [typed, setTyped] = useState<Typed>({});
  const [found, setFound] = useState<Found>();
  const [altered, setAltered] = useState<Altered & { readonly found: Verified }>();
  const [isChanging, setChanging] = useState(query.has('change'));
  const named = useLoad(
    `evidence ${proofType} ${id}`,
    async (signal) =>
      (await call(proofType, 'challenge-evidence', { challenge_id: id }, signal)).result as unknown as Evidence,
    { when: isNamed },
  );
  const look = async (text: string): Promise<Verified> => {
    const { verifyTexts } = await import('../verify/recheck-evidence.ts');
    return verifyTexts(text, await trustFile?.text(), asTrust(typed));
  };
  const verify = async (event?: Event) => {
    event?.preventDefault();
    setFound('working');
    setAltered(undefined);
    try {
      setFound(await look(file ? await file.text() : JSON.stringify(named.data)));
    } catch (error) {
      setFound({ problem: error instanceof Error ? error.message : String(error) });
    }
  };
  // Evidence of this service needs no file: it is looked at as soon as it is here.
  useEffect(() => {
    if (named.data) void verify();
  }, [named.data]);
  const alter = async (by: Altered) => {
    setAltered({ ...by, found: await look(JSON.stringify(by.evidence)) });
    document.getElementById('main')?.scrollIntoView();
  };
  const type = (name: keyof Typed) => (event: { currentTarget: { value: string } }) =>
    setTyped({ ...typed, [name]: event.currentTarget.value });
  const verified = found !== undefined && found !== 'working' && 'checked' in found ? found : undefined;
  const shown = altered?.found ?? verified;
  // What stands below the first result comes with it, because the result would push it down.
  const isFirst = isNamed && !shown && named.error === undefined && (found === undefined || found === 'working');
  return (
    <>
      {isNamed && (
        <Crumbs
          trail={[
            { label: say('Challenges'), to: '/challenges' },
            { label: shortId(id, 10, 4), to: `/challenges/${proofType}/${id}` },
            { label: say('Check the evidence') },
          ]}
        />
      )}
      {shown ? (
        <FoundHeading
          found={shown}
          isAltered={altered !== undefined}
          actions={
            altered ? (
              <Button onClick={() => setAltered(undefined)} says={words.changeBack} />
            ) : (
              <Button aria-expanded={isChanging} onClick={() => setChanging(!isChanging)} says={words.change} />
            )
          }
        />
      ) : (
        <Heading
          title={say('Verify evidence')}
          lead={say(
            'Check the evidence of any service, here in this browser. Name a chain and a log that you trust, and it is compared with them. Nothing is sent but questions to those two.',
          )}
        />
      )}
      {named.error !== undefined && <Problem error={named.error} />}
      {isChanging && verified && <Alter evidence={verified.evidence} onAlter={alter} />}
      <div role="status" key={isFirst ? 'first' : 'found'}>
        <Result found={isFirst ? 'working' : (shown ?? found)} />
      </div>
      {altered && verified && <AlteredStatement original={verified.evidence} altered={altered} />}
      {shown && <OperatorSays of={shown.checked.asserted} />}
      <div class="columns" style={isFirst ? { visibility: 'hidden' } : {}}>
        <Panel class="of-8" title={say('Evidence and whom you trust')}>
          <form class="form" onSubmit={(event) => void verify(event)}>
            <FileField
              id="evidence"
              label={say('Evidence')}
              hint={
                isNamed
                  ? say('Challenge {id} of this service, unless you choose a file', { id })
                  : say('A file from “Download evidence”, or of the command trigpoint evidence')
              }
              onFile={setFile}
            />
            <FileField
              id="trust"
              label={say('Trust file')}
              hint={sayWith('The file that {command} writes. Without one, name chain and log one by one below.', {
                command: <Command line={`${commandLine('trust')} > trust.json`} />,
              })}
              onFile={setTrustFile}
            />
            <details>
              <summary>{say('Name them one by one')}</summary>
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
                  <label for="witnesses">{say('Keys of witnesses')}</label>
                  <textarea
                    id="witnesses"
                    class="input"
                    spellcheck={false}
                    value={typed.witnesses ?? ''}
                    onInput={type('witnesses')}
                  />
                  <span class="hint">{say('One in each line')}</span>
                </div>
                <div class="field">
                  <label for="witness_quorum">{say('How many of them must have cosigned')}</label>
                  <input
                    id="witness_quorum"
                    class="input"
                    inputMode="numeric"
                    value={typed.witness_quorum ?? ''}
                    onInput={type('witness_quorum')}
                  />
                  <span class="hint">{say('If left empty: two thirds of them, and at least three')}</span>
                </div>
              </div>
            </details>
            <button
              type="submit"
              class="button primary"
              disabled={found === 'working' || (file === undefined && named.data === undefined)}
            >
              {found === 'working' ? say('Verifying…') : say('Verify')}
            </button>
          </form>
        </Panel>
        <Panel class="of-4" title={words.sameHere}>
          <div class="form">
            <p>
              <Command line={commandLine(`verify ${isNamed ? id : 'challenge.json'} --trust trust.json`)} />
            </p>
            <p class="small soft">
              {sayWith(
                'This page comes from {host}, so trust it as much as that service. If you do not trust it, run {command} with a trust file that you got elsewhere, or open this page at a service of your own.',
                { host: location.host, command: <Command line="trigpoint verify --trust" /> },
              )}
            </p>
          </div>
        </Panel>
      </div>
    </>
  );
};

/** The one sentence: which of the three words hold, and what stands by them. */
const FoundHeading = ({
  found: { checked, evidence },
  isAltered,
  actions,
}: {
  found: Verified;
  isAltered: boolean;
  actions: ComponentChildren;
}) => {
  const { reached } = checked;
  const holds = reached === 'signed' || reached === 'anchored';
  const hasProblems = checked.problems.length > 0;
  const outcome: Outcome = !holds || hasProblems ? 'refuted' : 'verified';
  const [word, rest, lead] = holds
    ? hasProblems
      ? ([
          say('Consistent and signed,'),
          say('but unknown to the chain or the log that you named'),
          say('The chain or the log that you named has no such result.'),
        ] as const)
      : ([
          reached === 'anchored' ? say('Consistent, signed, anchored:') : say('Consistent and signed:'),
          verdictSays(evidence),
          reached === 'anchored'
            ? say('All that the file itself can show was recomputed here, and what you named below has it.')
            : say(
                'All that the file itself can show was recomputed here. It is anchored if the log that you trust has it too, and its witnesses, and the chain where there is one: name them below.',
              ),
        ] as const)
    : ([
        isAltered ? `${words.altered}:` : say('Do not rely on it:'),
        reached === 'consistent'
          ? say('this file is not what was signed')
          : say('this file does not agree with itself'),
        isAltered
          ? say('You changed one number. Here is what noticed.')
          : say('Somebody changed it, or it was not written by this program.'),
      ] as const);
  return (
    <div class="heading verdict">
      <VerdictGlyph outcome={outcome} size={36} />
      <div class="words" aria-live="polite" aria-atomic="true">
        <h1>
          <span class={outcomeTone[outcome]}>{word}</span> {withWholeNames(rest)}
        </h1>
        <p class="lead">
          {holds && aboutWords(evidence)} {lead}
        </p>
      </div>
      <div class="actions">{actions}</div>
    </div>
  );
};

/** Whom a file is about, when that was asked, and how it was judged. */
const aboutWords = ({ transcript: { prover, submitted_at, verdict } }: Evidence): string => {
  const told = {
    day: withZone(Date.parse(submitted_at)),
    verdict: inSentence(outcomeWord[verdictOutcome(verdict.verified, verdict.result)]),
  };
  if (!prover) return say('It was asked on {day}, and the verdict is {verdict}.', told);
  const [name, key] = [proverName(prover.id, prover.claims), shortAgent(prover.id)];
  return say('It is about {prover}, was asked on {day}, and the verdict is {verdict}.', {
    prover: name === key ? key : `${name} (${key})`,
    ...told,
  });
};

const FileField = (props: {
  id: string;
  label: string;
  hint: ComponentChildren;
  onFile: (file: File | undefined) => void;
}) => (
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

const Result = ({ found }: { found: Found }) => {
  if (found === undefined) return null;
  if (found === 'working') return <SkeletonRows rows={3} height={56} />;
  if ('problem' in found) return <p class="note no">{sayReason(found.problem)}</p>;
  const { checked, steps, evidence } = found;
  const said = (step: Word['step']) => steps.find((it) => it.step === step)?.says;
  const three = wordsOf(evidence, checked).map((it) => ({
    ...it,
    sub: said(it.step) ?? it.sub,
    isSaid: said(it.step) !== undefined,
  }));
  return (
    <>
      <ThreeWords words={three} />
      {checked.owners && (
        <p class="small">
          {say('You know {known} of the {drawn} owners of the challengers drawn.', {
            known: checked.owners.known,
            drawn: checked.owners.drawn,
          })}
        </p>
      )}
    </>
  );
};

const OperatorSays = ({ of: sentences }: { of: readonly string[] }) =>
  sentences.length === 0 ? null : (
    <Panel class="bleed after-words" title={words.operator} sub={words.operatorSub}>
      <ul class="said">
        {sentences.map((it) => (
          <li key={it} {...markOf(it)}>
            {sayReason(it)}
          </li>
        ))}
      </ul>
    </Panel>
  );
