import { addWatch, priceWatch } from '@trigpoint/client';
import { groupNames } from '@trigpoint/proofs';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Claims, placeOf, proverName, statedPlace } from '../challenge/agents.ts';
import { count, exactPoints, shortAgent } from '../figures.ts';
import { ZoneLegend } from '../map/zone-legend.tsx';
import { ZoneMap } from '../map/zone-map.tsx';
import { type Agent, useAgents } from '../network.ts';
import { Command } from '../parts/command.tsx';
import { InputField } from '../parts/field.tsx';
import { Crumbs, Heading } from '../parts/heading.tsx';
import { Panel } from '../parts/panel.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { Empty, Problem, SignedOut, SkeletonRows, Wrong, wrongOf } from '../parts/states.tsx';
import { useWork } from '../parts/work.ts';
import { drawable } from '../request/expected.ts';
import { firstChoice } from '../request/first-choice.ts';
import { type Provers, useProvers } from '../request/provers.ts';
import { requestWords } from '../request/words.ts';
import { go, usePlace } from '../router.tsx';
import { clientFor, commandLine, useLoad } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { countryCodes, groupLabel } from '../watch/countries.ts';
import {
  emptyWatch,
  nameFor,
  toWatch,
  type WatchDraft,
  watchProblems,
  type ZoneKind,
  zoneOf,
} from '../watch/drafts.ts';
import { useLookouts } from '../watch/lookouts.ts';
import { watchedType } from '../watch/watched.ts';
import { insideWords, placeWords } from '../watch/words.ts';
import { say, sayCount, sayWith } from '../words/say.ts';

const zoneKinds: readonly (readonly [ZoneKind, string])[] = [
  ['EU', say('The EU')],
  ['country', say('One country')],
  ['group', say('Several countries')],
  ['none', say('Near its claim')],
];
const lengths = ['1h', '6h', '12h', '1d'] as const;
const lengthLabels = { '1h': '1 h', '6h': '6 h', '12h': '12 h', '1d': say('1 day') } as const;

/** Who, which zone, how often, until when; what it costs stands beside the button. */
export const NewWatchPage = (): JSX.Element => {
  const { user, ask, about } = useSession();
  const { query } = usePlace();
  const agents = useAgents();
  const ready = useMemo(() => drawable(agents.data ?? [], watchedType).length, [agents.data]);
  const [typed, setDraft] = useState<WatchDraft>(() => emptyWatch(Date.now(), query.get('prover') ?? ''));
  const [search, setSearch] = useState('');
  const provers = useProvers(agents.data, watchedType, search === '' ? typed.prover : search);
  const first = firstChoice(provers.all, '', about?.development === true);
  const draft = typed.prover === '' ? { ...typed, prover: first?.id ?? '' } : typed;
  const set = (changes: Partial<WatchDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const prover = provers.all.find((it) => it.id === draft.prover);
  const proverField = (
    <ProverField
      provers={provers}
      value={draft.prover}
      onChange={(it) => set({ prover: it })}
      search={search}
      onSearch={setSearch}
    />
  );
  return (
    <>
      <Crumbs trail={[{ label: say('Watches'), to: '/watches' }, { label: say('New') }]} />
      <Heading
        title={say('Watch a prover')}
        lead={say(
          'It is asked once in every window, at a time that nobody knows before. You can pause and end it at any time.',
        )}
      />
      {agents.error !== undefined && <Problem error={agents.error} />}
      {user === null ? (
        <Panel title={say('Sign in to continue')}>
          <SignedOut onSignIn={ask}>{say('Watches are paid from your balance. What you choose is kept.')}</SignedOut>
        </Panel>
      ) : null}
      <div class="columns">
        <Panel class="of-5" title={say('What to watch')}>
          {agents.data === undefined ? (
            <SkeletonRows rows={5} height={56} />
          ) : provers.all.length === 0 ? (
            <Empty title={say('No provers here yet')}>
              {sayWith('Start one: {command}', {
                command: <Command line={commandLine(`prover --proof-type ${watchedType}`)} />,
              })}
            </Empty>
          ) : (
            <Form
              draft={draft}
              ready={ready}
              set={set}
              proverField={proverField}
              prover={prover}
              isSignedIn={user != null}
            />
          )}
        </Panel>
        <Preview draft={draft} prover={prover} />
      </div>
    </>
  );
};

const Preview = ({ draft, prover }: { draft: WatchDraft; prover: Agent | undefined }) => {
  const claim = useMemo(() => prover && placeOf(prover.claims as Claims), [prover?.id]);
  const zone = zoneOf(draft);
  if (!claim) return null;
  const name = prover ? proverName(prover.id, prover.claims as Claims) : '';
  return (
    <Panel
      class="of-7 bleed map-panel"
      title={say('Is it {zone}?', { zone: insideWords(zone) })}
      sub={say('{name} claims this place', { name })}
      flush
      legend={<ZoneLegend zone={zone} canBe={undefined} />}
    >
      <ZoneMap
        claim={claim}
        zone={zone}
        title={
          zone === undefined
            ? say('Map. The claim of {name}.', { name })
            : say('Map. The claim of {name}, and {zone}.', { name, zone: placeWords(zone) })
        }
      />
    </Panel>
  );
};

interface FormProps {
  readonly draft: WatchDraft;
  /** How many challengers may be drawn now. */
  readonly ready: number;
  readonly set: (changes: Partial<WatchDraft>) => void;
  readonly proverField: JSX.Element;
  readonly prover: Agent | undefined;
  readonly isSignedIn: boolean;
}

const Form = ({ draft, ready, set, proverField, prover, isSignedIn }: FormProps) => {
  const problems = watchProblems(draft, Date.now());
  const isWhole = Object.keys(problems).length === 0;
  const asked = useLookouts(Number(draft.challengers), ready);
  const lookouts = problems.challengers === undefined ? asked : undefined;
  const { busy, problem, work } = useWork();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!isWhole) return;
    await work(async () => {
      const { watch } = await addWatch(clientFor(watchedType), toWatch(draft, prover));
      go(watch ? `/watches/${watch.watch}` : '/watches');
    });
  };
  return (
    <form class="form" onSubmit={(event) => void submit(event)} noValidate>
      {proverField}
      <div class="field">
        <span class="label">{say('Where it should be')}</span>
        <Segmented
          label={say('Zone')}
          value={draft.zoneKind}
          onChange={(it) => set({ zoneKind: it })}
          options={zoneKinds}
          full
        />
        {draft.zoneKind === 'country' && (
          <select
            class="input"
            aria-label={say('Country')}
            value={draft.country}
            onChange={(event) => set({ country: event.currentTarget.value })}
          >
            {countryCodes.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
        {draft.zoneKind === 'group' && (
          <select
            class="input"
            aria-label={say('Countries')}
            value={draft.group}
            onChange={(event) => set({ group: event.currentTarget.value })}
          >
            {groupNames.map((it) => (
              <option key={it} value={it}>
                {groupLabel(it)}
              </option>
            ))}
          </select>
        )}
      </div>
      <div class="field">
        <span class="label">{say('Ask once in every')}</span>
        <Segmented
          label={say('Every')}
          value={(lengths as readonly string[]).includes(draft.every) ? draft.every : ''}
          onChange={(it) => set({ every: it })}
          options={[...lengths.map((it) => [it as string, lengthLabels[it]] as const), ['', say('Other')]]}
          full
        />
        {!(lengths as readonly string[]).includes(draft.every) && (
          <input
            class="input"
            aria-label={say('Another length')}
            placeholder={say('such as 15m, 3h or 2d')}
            value={draft.every}
            aria-invalid={draft.every !== '' && problems.every !== undefined}
            aria-describedby="every-wrong"
            onInput={(event) => set({ every: event.currentTarget.value })}
          />
        )}
        {draft.every !== '' && problems.every !== undefined && (
          <span id="every-wrong" class="wrong">
            {problems.every}
          </span>
        )}
      </div>
      <div class="beside">
        <InputField
          id="challengers"
          label={say('Challengers')}
          hint={
            Number(draft.challengers) > ready ? requestWords.tooFew(ready) : say('{ready} may be drawn now', { ready })
          }
          wrong={problems.challengers}
          inputMode="numeric"
          value={draft.challengers}
          onChange={(it) => set({ challengers: it })}
        />
        <InputField
          id="until"
          type="date"
          label={say('Until the end of')}
          hint={say('local time; 400 days at most')}
          wrong={problems.until}
          value={draft.until}
          onChange={(it) => set({ until: it })}
        />
      </div>
      {lookouts !== undefined && lookouts > 0 && (
        <p class="small soft">{requestWords.lookouts(Number(draft.challengers), lookouts)}</p>
      )}
      <InputField
        id="name"
        label={say('Name')}
        hint={say('printed on certificates')}
        maxLength={64}
        value={draft.name ?? nameFor(draft, prover)}
        onChange={(it) => set({ name: it })}
      />
      {isSignedIn && isWhole && <Price draft={draft} prover={prover} />}
      <button type="submit" class="button primary" disabled={busy || !isSignedIn || !isWhole}>
        {busy ? say('Adding…') : say('Start the watch')}
      </button>
      <Wrong says={problem} />
    </form>
  );
};

const mostListed = 5;

const fits = ({ id, claims }: Agent, words: string): boolean =>
  [id, ...Object.values(claims)].some((it) => String(it).toLowerCase().includes(words));

/** A search, and those that it finds. */
const ProverField = ({
  provers,
  value,
  onChange,
  search: text,
  onSearch,
}: {
  provers: Provers;
  value: string;
  onChange: (id: string) => void;
  search: string;
  onSearch: (text: string) => void;
}) => {
  const found = provers.all.filter((it) => fits(it, text.trim().toLowerCase()));
  // The chosen one stays in sight until somebody searches.
  const shown = found.slice(0, mostListed);
  const chosen = provers.all.find((it) => it.id === value);
  if (chosen && text === '' && !shown.includes(chosen)) shown.splice(-1, 1, chosen);
  return (
    <fieldset class="field">
      <legend>{say('Prover')}</legend>
      {provers.all.length > 1 && (
        <input
          type="search"
          class="input"
          aria-label={say('Search provers')}
          placeholder={say('Name, city or key')}
          value={text}
          onInput={(event) => onSearch(event.currentTarget.value)}
        />
      )}
      <ul class="choices">
        {shown.map((it) => {
          const claims = it.claims as Claims;
          return (
            <li key={it.id}>
              <label class="choice">
                <input type="radio" name="prover" checked={it.id === value} onChange={() => onChange(it.id)} />
                <span class="name">
                  {proverName(it.id, claims)}
                  <small>
                    {[
                      say('claims {what}', { what: statedPlace(claims) ?? say('a place') }),
                      ...(claims.name === undefined ? [] : [shortAgent(it.id)]),
                      ...(it.online ? [] : [say('not connected')]),
                    ].join(' · ')}
                  </small>
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      {provers.limit !== '' && <span class="hint">{provers.limit}</span>}
      <span class="hint" role="status">
        {found.length === 0
          ? say('No prover fits.')
          : found.length > shown.length
            ? say('{n} more: search for them.', { n: count(found.length - shown.length) })
            : value === ''
              ? say('Choose a prover.')
              : ''}
      </span>
    </fieldset>
  );
};

/** The price is asked for when nobody has typed for this long. */
const settleMs = 300;

const Price = ({ draft, prover }: { draft: WatchDraft; prover: Agent | undefined }) => {
  const asked = toWatch(draft, prover);
  const key = JSON.stringify({ ...asked, name: undefined });
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), settleMs);
    return () => clearTimeout(timer);
  }, [key]);
  const priced = useLoad(`price ${settled}`, () => priceWatch(clientFor(watchedType), asked));
  if (priced.error !== undefined) return <Wrong says={wrongOf(priced.error)} />;
  const { slots, price_per_slot, price, extra_price, balance } = priced.data ?? {};
  const affordable = Number(price_per_slot) > 0 ? Math.floor(Number(balance) / Number(price_per_slot)) : undefined;
  return (
    <div class="price" role="status">
      <p class="figure">
        {price === undefined ? '…' : exactPoints(price)} <small>{say('POINTS at most')}</small>
      </p>
      <p class="small soft">
        {slots === undefined || price_per_slot === undefined || extra_price === undefined || balance === undefined
          ? say('Asking what it costs.')
          : Number(price) === 0 && Number(extra_price) === 0
            ? sayCount(slots, '{n} slot, free of charge.', '{n} slots, free of charge.')
            : say(
                '{slots} slots at {price} POINTS each. What a slot does not use comes back. Extra slots after changes cost at most {extra} POINTS more. Your balance is {balance} POINTS.',
                {
                  slots: count(slots),
                  price: exactPoints(price_per_slot),
                  extra: exactPoints(extra_price),
                  balance: exactPoints(balance),
                },
              )}
      </p>
      {slots !== undefined && affordable !== undefined && affordable < slots && (
        <p class="small un">
          {say('Your balance is enough for {affordable} slots. Slots after those are marked unpaid.', {
            affordable: count(affordable),
          })}
        </p>
      )}
    </div>
  );
};
