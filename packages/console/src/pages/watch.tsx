import { changeWatch, publishWatch } from '@trigpoint/client';
import { lengthWords } from '@trigpoint/proofs';
import type { WatchAction } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { agentPath } from '../challenge/agents.ts';
import { count, exactPoints, inWords } from '../figures.ts';
import { type Agent, proverWords, useAgents } from '../network.ts';
import { AfterPaint } from '../parts/after-paint.tsx';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { FigureStrip } from '../parts/figure-strip.tsx';
import { Crumbs, withWholeNames } from '../parts/heading.tsx';
import { More, pageRows } from '../parts/more.tsx';
import { type Pair, Pairs } from '../parts/pairs.tsx';
import { Panel } from '../parts/panel.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Empty, Problem, SkeletonRows, Wrong } from '../parts/states.tsx';
import { outcomeTone, VerdictGlyph } from '../parts/verdict-glyph.tsx';
import { useWork } from '../parts/work.ts';
import { clientFor, useNow } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { timesEvery } from '../times.ts';
import { CertificateSheet } from '../watch/certificate-sheet.tsx';
import { EditSheet } from '../watch/edit-sheet.tsx';
import { LastPlace } from '../watch/last-place.tsx';
import { useLookouts, useReady } from '../watch/lookouts.ts';
import { watchName } from '../watch/names.ts';
import { SlotStrip, StripLegend } from '../watch/slot-strip.tsx';
import { SlotTable } from '../watch/slot-table.tsx';
import { type Counts, countsOf, ticksOf } from '../watch/ticks.ts';
import { isMissing, isWatchId, useWatched, type Watched, watchedType } from '../watch/watched.ts';
import { everyWords, insideWords, movedWords, slotsAskedNow, watchSays } from '../watch/words.ts';
import { say, sayCount } from '../words/say.ts';

/** One watch: what it says, every slot, where the prover can be, and its terms. */
export const WatchPage = ({ params }: { params: Readonly<Record<string, string>> }): JSX.Element => {
  const id = params.watch ?? '';
  const watched = useWatched(id);
  const { user, ask } = useSession();
  if (!isWatchId(id) || (!watched.data && isMissing(watched.error)))
    return (
      <>
        <h1 class="hidden">{say('Watch')}</h1>
        <Empty
          title={say('There is no public watch here')}
          action={user === null && <Button onClick={ask} says={say('Sign in')} />}
        >
          {user === null
            ? say('If it is yours, sign in to see it.')
            : say('It is not yours, or its owner does not show it.')}
        </Empty>
      </>
    );
  return (
    <>
      <Crumbs
        trail={[
          { label: say('Watches'), to: '/watches' },
          { label: watched.data ? watchName(watched.data.watch) : id },
        ]}
      />
      {watched.error !== undefined && !watched.data && <h1 class="hidden">{say('Watch')}</h1>}
      {watched.error !== undefined && <Problem error={watched.error} />}
      {watched.data ? (
        <Shown watched={watched.data} reload={watched.reload} />
      ) : (
        watched.error === undefined && <SkeletonRows rows={6} height={56} />
      )}
    </>
  );
};

const Shown = ({ watched, reload }: { watched: Watched; reload: () => void }) => {
  const { watch, slots } = watched;
  const now = useNow(10_000);
  const ticks = useMemo(() => ticksOf(slots, watch.every_seconds), [slots, watch.every_seconds]);
  const asked = useMemo(() => slotsAskedNow(watch, watched.changes, slots), [watch, watched.changes, slots]);
  const told = useMemo(() => ticksOf(asked, watch.every_seconds), [asked, watch.every_seconds]);
  const counts = useMemo(() => countsOf(told), [told]);
  const { outcome, title, lead } = watchSays(watch, told, counts, now);
  const { onDay } = timesEvery(watch.every_seconds);
  const [rows, setRows] = useState(20);
  const agents = useAgents();
  const lookouts = useLookouts(watch.number_of_challengers, useReady());
  const actions = watched.isOwn ? <Actions watched={watched} reload={reload} /> : undefined;
  return (
    <>
      <div class="heading verdict">
        <VerdictGlyph outcome={outcome} size={36} />
        <div class="words" aria-live="polite" aria-atomic="true">
          <h1>
            {withWholeNames(title[0])}
            <span class={outcomeTone[outcome]}>{title[1]}</span>
            {title[2]}
          </h1>
          <p class="lead">
            {lead}
            {movedWords(asked)}
          </p>
        </div>
        {actions && <div class="actions">{actions}</div>}
      </div>
      <FigureStrip figures={figuresOf(counts, watch.parameters.zone !== undefined)} />
      <div class="columns">
        <Panel
          class="bleed"
          title={say('Every slot')}
          sub={
            told.length === ticks.length
              ? say('one tick each, newest on the right')
              : say('one tick each; the figures above count the newest {n}, since what is asked changed', {
                  n: count(told.length),
                })
          }
          legend={
            <>
              <StripLegend isZone={watch.parameters.zone !== undefined} />
              <li class="legend-end">{nextWords(watched)}</li>
            </>
          }
        >
          {ticks.length === 0 ? (
            <p class="soft">{say('The first slot is drawn when its window begins, and shown here when it is over.')}</p>
          ) : (
            <SlotStrip ticks={ticks} everySeconds={watch.every_seconds} />
          )}
        </Panel>
        <LastPlace watch={watch} slots={asked} proofType={watchedType} />
        {actions && <div class="late-actions">{actions}</div>}
        <div class="of-5 stack">
          <Panel title={say('This watch')}>
            <Pairs pairs={termsOf(watched, lookouts, agents.data)} />
          </Panel>
          {watched.isOwn && <PublicPage watched={watched} reload={reload} />}
          <Panel title={say('Changes')} sub={say('in the public log, each before it counts')}>
            <Pairs
              pairs={watched.changes.map((it) => ({
                label: onDay(Date.parse(it.at)),
                value: `${inWords(it.change)}${it.change === 'added' ? '' : say(', from {day} on', { day: onDay(Date.parse(it.from)) })}${it.change === 'edited' ? ` (${insideWords(it.parameters.zone)})` : ''}`,
              }))}
            />
            {watched.change_count > watched.changes.length && (
              <p class="soft">
                {say('The newest {told} of {all}.', {
                  told: count(watched.changes.length),
                  all: count(watched.change_count),
                })}
              </p>
            )}
          </Panel>
        </div>
        <AfterPaint>
          <Panel class="bleed" title={say('Slots')} sub={say('newest first')} flush>
            {slots.length === 0 ? (
              <Empty title={say('No slot yet')}>{say('The prover is asked once in every window.')}</Empty>
            ) : (
              <SlotTable
                watch={watch.watch}
                slots={slots}
                rows={rows}
                everySeconds={watch.every_seconds}
                proofType={watchedType}
              />
            )}
            {slots.length > rows && <More left={slots.length - rows} onMore={() => setRows((it) => it + pageRows)} />}
          </Panel>
        </AfterPaint>
      </div>
    </>
  );
};

const figuresOf = (it: Counts, isZone: boolean) => {
  const [gap = '', ...unit] = lengthWords(it.gapSeconds).split(' ');
  return [
    { label: say('Slots answered'), value: count(it.held), unit: say('of {due} due', { due: count(it.due) }) },
    { label: isZone ? say('Inside') : say('Verified'), value: count(it.inside) },
    { label: isZone ? say('Outside') : say('Refuted'), value: count(isZone ? it.outside : it.outside + it.refuted) },
    ...(isZone && it.refuted > 0 ? [{ label: say('Claim refuted'), value: count(it.refuted) }] : []),
    ...(it.again > 0 ? [{ label: say('Elsewhere, asked again'), value: count(it.again) }] : []),
    // Before anything was due nothing was missed, and nothing was seen either.
    it.due === 0
      ? { label: say('Longest unseen gap'), value: '–' }
      : { label: say('Longest unseen gap'), value: gap, unit: unit.join(' ') },
    { label: say('Undecided'), value: count(it.undecided) },
    { label: say('No answer'), value: count(it.silent) },
    ...(it.unasked > 0
      ? [
          {
            label: say('Not asked'),
            value: count(it.unasked),
            unit: it.paused > 0 ? say('{paused} paused', { paused: count(it.paused) }) : '',
          },
        ]
      : []),
  ];
};

const nextWords = ({ watch, slots }: Watched): string => {
  if (watch.state !== 'running') return watch.state === 'paused' ? say('Paused') : say('Ended');
  const open = slots.find((it) => it.result === '');
  if (open && open.asked_at !== null) return say('It is being measured');
  if (open || watch.next_window === null)
    return say('A window is open: the prover is asked at a time that nobody knows');
  return say('Next window from {day}', { day: timesEvery(watch.every_seconds).onDay(Date.parse(watch.next_window)) });
};

/** Who gets a certificate, where the page has no button for it. */
const CertificateWords = () => {
  const { user, ask } = useSession();
  if (user !== null) return <>{say('its payer downloads it, for any period, and may hand it on')}</>;
  return (
    <>
      {say('its payer downloads it, for any period, and may hand it on. If that is you:')}{' '}
      <button type="button" class="link" onClick={ask}>
        {say('Sign in')}
      </button>
    </>
  );
};

const termsOf = (
  { watch, isOwn }: Watched,
  lookouts: number | undefined,
  agents: readonly Agent[] | undefined,
): Pair[] => [
  { label: say('Should be'), value: insideWords(watch.parameters.zone) },
  {
    label: say('Prover'),
    value: (
      <a class="link" href={agentPath(watchedType, 'prover', watch.prover)}>
        {proverWords(watchedType, watch.prover, agents)}
      </a>
    ),
  },
  {
    label: say('Asks'),
    value: sayCount(watch.number_of_challengers, '{n} challenger {every}', '{n} challengers {every}', {
      every: everyWords(watch.every_seconds),
    }),
  },
  ...(lookouts === undefined || lookouts === 0
    ? []
    : [
        {
          label: say('Lookouts'),
          value: sayCount(
            lookouts,
            'up to {n} more from all over the world: it can refute the claim, never verify it',
            'up to {n} more from all over the world: they can refute the claim, never verify it',
          ),
        },
      ]),
  {
    label: say('Runs'),
    value: say('{from} to {until}', {
      from: timesEvery(watch.every_seconds).onDay(Date.parse(watch.from)),
      until: timesEvery(watch.every_seconds).onDay(Date.parse(watch.until)),
    }),
  },
  ...(watch.price_per_slot === undefined
    ? []
    : [
        {
          label: say('Costs'),
          value:
            Number(watch.price_per_slot) === 0
              ? say('nothing')
              : say('{price} POINTS a slot at most, extra ones too', { price: exactPoints(watch.price_per_slot) }),
        },
      ]),
  ...(isOwn
    ? [
        {
          label: say('Notifies'),
          value: (
            <a class="link" href="/webhooks">
              {say('your webhooks; their deliveries')}
            </a>
          ),
        },
      ]
    : []),
  ...(isOwn ? [] : [{ label: say('Certificate'), value: <CertificateWords /> }]),
  { label: say('Id'), mono: true, value: watch.watch },
];

/** The buttons that change a watch. Pausing and ending take effect from the next window on. */
const Actions = ({ watched: { watch }, reload }: { watched: Watched; reload: () => void }) => {
  const [asks, setAsks] = useState<'certificate' | 'edit' | 'end'>();
  const { busy, problem, work } = useWork();
  const change = (action: WatchAction) =>
    work(async () => {
      await changeWatch(clientFor(watchedType), watch.watch, action);
      setAsks(undefined);
      reload();
    });
  const close = () => setAsks(undefined);
  return (
    <>
      {watch.state === 'running' && <Button disabled={busy} onClick={() => void change('pause')} says={say('Pause')} />}
      {watch.state === 'paused' && (
        <Button disabled={busy} onClick={() => void change('resume')} says={say('Resume')} />
      )}
      {watch.state === 'running' && <Button disabled={busy} onClick={() => setAsks('edit')} says={say('Edit')} />}
      {watch.state !== 'over' && <Button disabled={busy} onClick={() => setAsks('end')} says={say('End')} />}
      <Button class="primary" onClick={() => setAsks('certificate')} says={say('Certificate')} />
      {asks === undefined && <Wrong says={problem} />}
      {asks === 'certificate' && <CertificateSheet watch={watch.watch} proofType={watchedType} onClose={close} />}
      {asks === 'edit' && (
        <EditSheet
          watch={watch}
          onClose={close}
          onEdited={() => {
            close();
            reload();
          }}
        />
      )}
      {asks === 'end' && (
        <Sheet title={say('End this watch?')} onClose={close}>
          <div class="form">
            <p class="soft">
              {say('It ends with the window that runs, and cannot be resumed. Its slots and certificates stay.')}
            </p>
            <div class="row">
              <Button class="primary" disabled={busy} onClick={() => void change('end')} says={say('End it')} />
              <Button onClick={close} says={say('Keep it')} />
            </div>
            <Wrong says={problem} />
          </div>
        </Sheet>
      )}
    </>
  );
};

/** Whether others see this page, and what to put on a page of one's own. */
const PublicPage = ({ watched: { watch }, reload }: { watched: Watched; reload: () => void }) => {
  const { busy, problem, work } = useWork();
  const isPublic = watch.public === true;
  const set = (on: boolean) =>
    work(async () => {
      await publishWatch(clientFor(watchedType), watch.watch, on);
      reload();
    });
  const page = `${location.origin}/watches/${watch.watch}`;
  const tag = `<a href="${page}"><img height="28" alt="${watchName(watch).replace(/["<>&]/g, '')}, proven by Trigpoint" src="${page}/badge.svg"></a>`;
  return (
    <Panel
      title={say('Public page')}
      sub={isPublic ? say('anybody may see it') : say('off')}
      tools={
        <button type="button" class="button small" disabled={busy} onClick={() => void set(!isPublic)}>
          {isPublic ? say('Hide it') : say('Let anybody see it')}
        </button>
      }
    >
      {isPublic ? (
        <div class="form tight">
          <img
            class="badge-shown"
            height="28"
            alt={say('The badge of this watch')}
            src={`/watches/${watch.watch}/badge.svg`}
          />
          <p class="row">
            <CopyButton text={page} label={say('Copy the address')} />{' '}
            <CopyButton text={tag} label={say('Copy the badge')} />
          </p>
        </div>
      ) : (
        <p class="soft">
          {say(
            'Others would find it in the list of watches, and see its name, its prover, what is asked and what came of it; not what it costs.',
          )}
        </p>
      )}
      <Wrong says={problem} />
    </Panel>
  );
};
