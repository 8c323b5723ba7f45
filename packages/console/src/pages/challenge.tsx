import type { Evidence } from '@trigpoint/proofs';
import { developmentWords, isDevelopment } from '@trigpoint/proofs/registry';
import { isFinal } from '@trigpoint/protocol';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PageProps } from '../app.tsx';
import { agentPath } from '../challenge/agents.ts';
import { EarlierAsks } from '../challenge/earlier-asks.tsx';
import { fromLive } from '../challenge/from-live.ts';
import { type Heard, useLive } from '../challenge/live.ts';
import { evidenceLoad, findRow, paymentsLoad, rowLoad } from '../challenge/loads.ts';
import { askedOtherwise, type HistoryRow } from '../challenge/outcomes.ts';
import type { Payments } from '../challenge/payments.ts';
import { pictureOf } from '../challenge/pictures.ts';
import { useReplay } from '../challenge/replay.ts';
import { Share, ShareButton } from '../challenge/share.tsx';
import { stoppedBy } from '../challenge/stopped.ts';
import { withNames } from '../challenge/with-names.ts';
import { factWords } from '../challenge/words.ts';
import { coordinates, count, exactKm, shortId } from '../figures.ts';
import { zoneWords } from '../map/zone-words.ts';
import { type Agent, proverWords, useAgents } from '../network.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { Command } from '../parts/command.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { download } from '../parts/download.ts';
import { Crumbs, VerdictLine } from '../parts/heading.tsx';
import { type Pair, Pairs } from '../parts/pairs.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SkeletonRows } from '../parts/states.tsx';
import { profileOf, proofLabel, useProofTypes } from '../proof-types.ts';
import { askAgainPath } from '../request/ask-again.ts';
import { go, setTitle, usePlace } from '../router.tsx';
import { commandLine, type ProofTypeId, useLoad, useLoadOf, useNow } from '../service.ts';
import { useSession } from '../session/session.tsx';
import { withZone } from '../times.ts';
import { Recheck } from '../verify/recheck.tsx';
import { verifyWords } from '../verify/words.ts';
import { watchName } from '../watch/names.ts';
import { findingMeaning, findingWord } from '../watch/results.ts';
import { type OfWatch, useWatchOf } from '../watch/watched.ts';
import { findProfile } from '../words/profiles.ts';
import { say, sayKnown, sayReason } from '../words/say.ts';

/** A challenge's own page, live while it runs and the same for everybody who has its address. */
export const ChallengePage = ({ params }: { params: PageProps }): JSX.Element => {
  const id = params.id ?? '';
  const { type } = params;
  if (type === undefined || !findProfile(type)) return <Untyped id={id} />;
  return <Typed key={`${type} ${id}`} proofType={type} id={id} />;
};

/** The page of an address without a proof type: a challenge of any type may have this id. */
const Untyped = ({ id }: { id: string }) => {
  const types = useProofTypes().map((it) => it.id);
  const found = useLoad(`find ${id} ${types}`, async (signal) => {
    const rows = await Promise.all(types.map(async (it) => ((await findRow(it, id, signal)) ? it : undefined)));
    return rows.find((it) => it !== undefined) ?? null;
  });
  useEffect(() => {
    if (found.data) go(`/challenges/${found.data}/${encodeURIComponent(id)}`, true);
  }, [found.data, id]);
  if (found.error !== undefined)
    return (
      <>
        <h1 class="hidden">{say('Challenge')}</h1>
        <Problem error={found.error} />
      </>
    );
  return found.data === null ? <Unknown id={id} /> : <SkeletonRows rows={6} height={56} />;
};

const Unknown = ({ id }: { id: string }) => {
  useEffect(() => setTitle(say('Not found'), say('Challenges')), []);
  return (
    <>
      <h1 class="hidden">{say('No challenge has this id')}</h1>
      <Empty
        title={say('No challenge {id} was handed to this service', { id: shortId(id, 10, 4) })}
        action={<LinkButton to="/challenges" says={say('All challenges')} />}
      >
        {say('Check the number. A request on the chain appears here once somebody has handed its id to this service.')}
      </Empty>
    </>
  );
};

/** While it runs the row is asked for again, in case a proxy swallows the stream. */
const runningEveryMs = 3000;

const Typed = ({ proofType, id }: { proofType: ProofTypeId; id: string }) => {
  const [over, setOver] = useState(false);
  // Names of agents and what was paid change how lines break, so they are there before the first line is drawn.
  const agents = useAgents();
  const isNamed = agents.data !== undefined || agents.error !== undefined;
  const row = useLoadOf(rowLoad(proofType, id), over ? {} : { everyMs: runningEveryMs });
  const data = row.data ?? undefined;
  const running = data !== undefined && !isFinal(data.state);
  const heard = useLive(proofType, id, running);
  const [watched, setWatched] = useState(false);
  useEffect(() => {
    if (running) setWatched(true);
  }, [running]);
  useEffect(() => {
    if (data && isFinal(data.state)) setOver(true);
  }, [data]);
  const { reload } = row;
  useEffect(() => {
    if (heard.ended) reload();
  }, [heard.ended, reload]);
  const evidence = useLoadOf(evidenceLoad(proofType, id), { when: over });
  const payments = useLoadOf(paymentsLoad(proofType, id, watched), { when: over || !watched });
  const isPaid = payments.data !== undefined || payments.error !== undefined;
  const isDrawn = data && isFinal(data.state) && evidence.data && isNamed && isPaid;
  // Somebody who followed the challenge sees the counts until the evidence is there, and no empty page between them.
  const isAwaited = watched && !isDrawn && evidence.error === undefined;
  const isLoading = !data || (isFinal(data.state) && !watched && !isDrawn && evidence.error === undefined);
  if (row.data === null) return <Unknown id={id} />;
  return (
    <>
      <Crumbs
        trail={[
          { label: say('Challenges'), to: '/challenges' },
          { label: proofLabel(proofType), to: `/challenges?proof=${proofType}` },
          { label: shortId(id, 10, 4) },
        ]}
      >
        <CopyButton text={id} />
      </Crumbs>
      {(row.error ?? evidence.error) !== undefined && !running && !isDrawn && (
        <h1 class="hidden">{say('Challenge')}</h1>
      )}
      {row.error !== undefined && <Problem error={row.error} />}
      {evidence.error !== undefined && <Problem error={evidence.error} />}
      {isDrawn && (
        <Ended
          agents={agents.data}
          proofType={proofType}
          row={data}
          evidence={evidence.data}
          payments={payments.data}
          heard={heard}
          watched={watched}
        />
      )}
      {data && (running || isAwaited) && <Running proofType={proofType} row={data} heard={heard} />}
      {isLoading && row.error === undefined && <SkeletonRows rows={8} height={64} />}
    </>
  );
};

const Running = ({ proofType, row, heard }: { proofType: ProofTypeId; row: HistoryRow; heard: Heard }) => {
  const now = useNow();
  const agents = useAgents();
  const view = useMemo(() => fromLive(row, heard), [row, heard]);
  const { Running: Shown } = pictureOf(proofType);
  const proof = <Pairs pairs={facts(proofType, row, agents.data)} />;
  return <Shown profile={profileOf(proofType)} row={row} view={view} now={now} proof={proof} />;
};

const Ended = ({
  agents,
  proofType,
  row,
  evidence,
  payments,
  heard,
  watched,
}: {
  agents: readonly Agent[] | undefined;
  proofType: ProofTypeId;
  row: HistoryRow;
  evidence: Evidence;
  payments: Payments | undefined;
  heard: Heard;
  /** True if the challenge ran while the page was open. */
  watched: boolean;
}) => {
  const pictured = useMemo(() => withNames(evidence, agents), [evidence, agents]);
  const replay = useReplay(evidence, heard, watched);
  const actions = (
    <>
      <ShareButton proofType={proofType} id={row.id} title={sayReason(row.reason)} />
      <LinkButton
        to={askAgainPath(profileOf(proofType), row.prover, evidence.transcript.info)}
        says={say('Run again')}
      />
      <Button class="primary" onClick={() => downloadEvidence(evidence)} says={say('Download evidence')} />
    </>
  );
  const proof = <ProofFacts proofType={proofType} row={row} agents={agents} evidence={evidence} />;
  const beneath = (
    <>
      <Panel class="bleed" title={verifyWords.recomputed} sub={verifyWords.recomputedSub}>
        <div class="recheck">
          <Recheck evidence={evidence} />
        </div>
      </Panel>
      <EarlierAsks proofType={proofType} row={row} tries={evidence.transcript.tries} agents={agents} />
    </>
  );
  const aside = <Share class={replay ? 'to-come' : ''} proofType={proofType} id={row.id} />;
  if (evidence.transcript.void === null) {
    const { Ended: Shown } = pictureOf(proofType);
    const panels = { actions, beneath, aside, proof, replay };
    return <Shown profile={profileOf(proofType)} row={row} evidence={pictured} payments={payments} {...panels} />;
  }
  return (
    <>
      <VerdictLine {...stoppedBy(evidence.transcript.void ?? '')} actions={actions} />
      <div class="columns">
        <div class="of-8 stack">{beneath}</div>
        <div class="of-4 stack">
          <Panel title={say('Claim and proof')}>{proof}</Panel>
          {aside}
        </div>
      </div>
    </>
  );
};

/** A component, so that its dates are not written before the verdict above it is painted. */
const ProofFacts = ({
  proofType,
  row,
  agents,
  evidence,
}: {
  proofType: ProofTypeId;
  row: HistoryRow;
  agents: readonly Agent[] | undefined;
  evidence: Evidence;
}) => {
  const { about } = useSession();
  const { query } = usePlace();
  const askedBy = useWatchOf(query.get('watch') ?? '', row.id);
  const pairs = [
    ...facts(proofType, row, agents),
    ...watchFacts(askedBy),
    ...proofFacts(row, evidence, about?.chain?.explorer_url),
  ];
  return <Pairs pairs={pairs} />;
};

/** Only once the challengers are drawn it is known when a challenge ends at the latest. */
const endFacts = ({ state, challenge_end_time }: HistoryRow): Pair[] => {
  const time = withZone(Date.parse(challenge_end_time));
  if (isFinal(state)) return [{ label: factWords.ended, value: time }];
  return state === 'ACCEPTED_BY_CHALLENGE_COORDINATOR'
    ? [{ label: factWords.ends, value: factWords.atTheLatest(time) }]
    : [];
};

const facts = (proofType: ProofTypeId, row: HistoryRow, agents: readonly Agent[] | undefined): Pair[] => [
  { label: factWords.asked, value: withZone(Date.parse(row.challenge_start_time)) },
  ...endFacts(row),
  row.parameters.latitude === undefined
    ? { label: factWords.askedFor, value: profileOf(proofType).words.asked(row.parameters) }
    : {
        label: isAskedOtherwise(proofType, row, agents) ? factWords.askedFor : factWords.claim,
        mono: true,
        value: coordinates(Number(row.parameters.latitude), Number(row.parameters.longitude)),
      },
  ...(row.parameters.zone === undefined
    ? []
    : [{ label: factWords.shouldBe, value: say('inside {zone}', { zone: zoneWords(String(row.parameters.zone)) }) }]),
  ...(row.parameters.radius_km === undefined
    ? []
    : [{ label: factWords.askedFor, value: factWords.within(exactKm(Number(row.parameters.radius_km))) }]),
  {
    label: factWords.prover,
    value:
      row.prover === '' ? (
        factWords.notSeen
      ) : (
        <a class="link" href={agentPath(proofType, 'prover', row.prover)}>
          {proverWords(proofType, row.prover, agents)}
        </a>
      ),
  },
  {
    label: factWords.payer,
    mono: true,
    value: (
      <a class="link" href={`/challenges?payer=${encodeURIComponent(row.payer)}`}>
        {shortId(row.payer)}
      </a>
    ),
  },
];

/** Whether the place that was asked for is known to be another one than the prover claims. */
const isAskedOtherwise = (proofType: ProofTypeId, row: HistoryRow, agents: readonly Agent[] | undefined): boolean => {
  const prover = agents?.find((it) => it.role === 'prover' && it.proofType === proofType && it.id === row.prover);
  return prover !== undefined && askedOtherwise(proofType, row, prover) !== '';
};

/** Which watch asked, and what its slot found, compared with the slot that showed the place. */
const watchFacts = (it: OfWatch | undefined): Pair[] => {
  if (!it) return [];
  const word = findingWord(it.finding);
  return [
    {
      label: say('Watch'),
      value: (
        <a class="link" href={`/watches/${it.watch.watch}`}>
          {watchName(it.watch)}
        </a>
      ),
    },
    ...(word === ''
      ? []
      : [
          {
            label: say('Result'),
            value: (
              <>
                <span class={it.finding === 'changed' ? 'un' : 'no'}>{word}.</span> {findingMeaning(it.finding)}.
              </>
            ),
          },
        ]),
  ];
};

const blockOf = (number: number | null, hash: string, explorer: string | null | undefined) => {
  const words = say('block {number}, {hash}', { number: number ?? '', hash: shortId(hash, 8, 4) });
  return explorer ? (
    <a class="link" href={`${explorer}/block/${number}`} data-outside rel="noreferrer">
      {words}
    </a>
  ) : (
    words
  );
};

const proofFacts = (
  row: HistoryRow,
  { transcript, transcript_hash }: Evidence,
  explorer: string | null | undefined,
): Pair[] => [
  {
    label: say('Request'),
    mono: transcript.block_hash !== null,
    value:
      transcript.block_hash === null
        ? transcript.request?.signature
          ? say('at the service, signed by the payer')
          : say('at the service; the payer signed nothing')
        : blockOf(transcript.block_number, transcript.block_hash, explorer),
  },
  ...(transcript.acceptance
    ? [
        {
          label: say('Accepted'),
          value: say('entry {index} of the log', { index: count(transcript.acceptance.index) }),
        },
        { label: say('Last 30 days'), value: triesWords(transcript.tries ?? 1) },
      ]
    : []),
  { label: say('Hash in the evidence'), mono: true, value: shortId(transcript_hash, 8, 6) },
  ...(isDevelopment(transcript.settings)
    ? [{ label: say('Network'), value: sentenceOf(sayKnown(developmentWords)) }]
    : []),
  { label: say('Check it'), mono: true, value: <Command line={commandLine(`verify ${row.id}`)} /> },
];

/**
 * The count may be larger than the list of earlier asks below, because tries about other provers count together with this
 * one's.
 */
const triesWords = (tries: number): string =>
  tries === 1
    ? say('asked once')
    : say(
        '{n} tries that count together: those about this prover, about others of its owner or network, and about new provers near it. The more tries, the likelier a draw favours the prover by chance; the verdict takes that into account.',
        {
          n: count(tries),
        },
      );

const sentenceOf = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** The evidence as a file that `trigpoint verify` reads. */
const downloadEvidence = (evidence: Evidence): void => {
  const { proof_type, challenge_id } = evidence.transcript;
  download(`trigpoint-${proof_type}-${challenge_id}.json`, JSON.stringify(evidence));
};
