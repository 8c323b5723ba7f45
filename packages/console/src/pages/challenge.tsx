import type { Evidence } from '@trigpoint/proofs';
import { developmentWords, findProfile, isDevelopment } from '@trigpoint/proofs/registry';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PageProps } from '../app.tsx';
import { agentPath } from '../challenge/agents.ts';
import { fromLive } from '../challenge/from-live.ts';
import { useLive } from '../challenge/live.ts';
import { type HistoryRow, isOver } from '../challenge/outcomes.ts';
import type { Payments } from '../challenge/payments.ts';
import { pictureOf } from '../challenge/pictures.ts';
import { Recheck } from '../challenge/recheck.tsx';
import { coordinates, count, shortAgent, shortId } from '../figures.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Crumbs, VerdictLine } from '../parts/heading.tsx';
import { type Pair, Pairs } from '../parts/pairs.tsx';
import { Panel } from '../parts/panel.tsx';
import { Empty, Problem, SkeletonRows } from '../parts/states.tsx';
import { profileOf, proofLabel, useProofTypes } from '../proof-types.ts';
import { go } from '../router.tsx';
import { call, type ProofTypeId, useLoad, useNow } from '../service.ts';

const findRow = async (proofType: ProofTypeId, id: string, signal: AbortSignal): Promise<HistoryRow | undefined> =>
  (await call(proofType, 'challenge-history', { challenge_id: id, limit: 1 }, signal)).result.challenges[0];

/** A challenge's own page, live while it runs and the same for everybody who has its address. */
export const ChallengePage = ({ params }: { params: PageProps }): JSX.Element => {
  const id = params.id ?? '';
  const { type } = params;
  if (type === undefined || !findProfile(type)) return <Untyped id={id} />;
  return <Typed key={`${type} ${id}`} proofType={type} id={id} />;
};

/** A number alone: any type may have it. */
const Untyped = ({ id }: { id: string }) => {
  const types = useProofTypes().map((it) => it.id);
  const found = useLoad(`find ${id} ${types}`, async (signal) => {
    const rows = await Promise.all(types.map(async (it) => ((await findRow(it, id, signal)) ? it : undefined)));
    return rows.find((it) => it !== undefined) ?? null;
  });
  useEffect(() => {
    if (found.data) go(`/challenges/${found.data}/${encodeURIComponent(id)}`, true);
  }, [found.data, id]);
  if (found.error !== undefined) return <Problem error={found.error} />;
  return found.data === null ? <Unknown id={id} /> : <SkeletonRows rows={6} height={56} />;
};

const Unknown = ({ id }: { id: string }) => (
  <>
    <h1 class="hidden">No challenge has this id</h1>
    <Empty
      title={`No challenge ${shortId(id, 10, 4)} was handed to this service`}
      action={
        <a class="button" href="/challenges">
          All challenges
        </a>
      }
    >
      Check the number. A request on chain appears here once its id was passed on.
    </Empty>
  </>
);

/** While it runs the row is asked for again, in case a proxy swallows the stream. */
const runningEveryMs = 3000;

const Typed = ({ proofType, id }: { proofType: ProofTypeId; id: string }) => {
  const [over, setOver] = useState(false);
  const row = useLoad(
    `row ${proofType} ${id}`,
    async (signal) => (await findRow(proofType, id, signal)) ?? null,
    over ? {} : { everyMs: runningEveryMs },
  );
  const data = row.data ?? undefined;
  const running = data !== undefined && !isOver(data.state);
  const heard = useLive(proofType, id, running);
  useEffect(() => {
    if (data && isOver(data.state)) setOver(true);
  }, [data]);
  const { reload } = row;
  useEffect(() => {
    if (heard.ended) reload();
  }, [heard.ended, reload]);
  const evidence = useLoad(
    `evidence ${proofType} ${id}`,
    async (signal) =>
      (await call(proofType, 'challenge-evidence', { challenge_id: id }, signal)).result as unknown as Evidence,
    { when: over },
  );
  const payments = useLoad(
    `payments ${proofType} ${id}`,
    async (signal) => (await call(proofType, 'challenge-payments', { challenge_id: id }, signal)).result,
    { when: over },
  );
  if (row.data === null) return <Unknown id={id} />;
  return (
    <>
      <Crumbs
        trail={[
          { label: 'Challenges', to: '/challenges' },
          { label: proofLabel(proofType), to: `/challenges?proof=${proofType}` },
          { label: shortId(id, 10, 6) },
        ]}
      >
        <CopyButton text={id} />
      </Crumbs>
      {row.error !== undefined && <Problem error={row.error} />}
      {evidence.error !== undefined && <Problem error={evidence.error} />}
      {data && evidence.data && (
        <Ended proofType={proofType} row={data} evidence={evidence.data} payments={payments.data} />
      )}
      {data && running && <Running proofType={proofType} row={data} heard={heard} />}
      {(!data || (over && !evidence.data && evidence.error === undefined)) && row.error === undefined && (
        <SkeletonRows rows={8} height={64} />
      )}
    </>
  );
};

const Running = ({
  proofType,
  row,
  heard,
}: {
  proofType: ProofTypeId;
  row: HistoryRow;
  heard: ReturnType<typeof useLive>;
}) => {
  const now = useNow();
  const view = useMemo(() => fromLive(row, heard), [row, heard]);
  const { Running: Shown } = pictureOf(proofType);
  const proof = <Pairs pairs={facts(proofType, row)} />;
  return <Shown profile={profileOf(proofType)} row={row} view={view} now={now} proof={proof} />;
};

const Ended = ({
  proofType,
  row,
  evidence,
  payments,
}: {
  proofType: ProofTypeId;
  row: HistoryRow;
  evidence: Evidence;
  payments: Payments | undefined;
}) => {
  const actions = (
    <>
      <a class="button" href={`/request?type=${proofType}&prover=${encodeURIComponent(row.prover)}`}>
        Run again
      </a>
      <button type="button" class="button primary" onClick={() => download(evidence)}>
        Download proof
      </button>
    </>
  );
  const proof = (
    <>
      <Pairs pairs={[...facts(proofType, row), ...proofFacts(row, evidence)]} />
      <div class="recheck">
        <Recheck evidence={evidence} />
      </div>
    </>
  );
  if (evidence.transcript.void === null) {
    const { Ended: Shown } = pictureOf(proofType);
    const shown = { profile: profileOf(proofType), row, evidence, payments, actions, proof };
    return <Shown {...shown} />;
  }
  return (
    <>
      <VerdictLine
        outcome="inconclusive"
        says="there was nothing to judge"
        lead={evidence.transcript.void ?? ''}
        actions={actions}
      />
      <div class="columns">
        <Panel class="of-6" title="Claim and proof">
          {proof}
        </Panel>
      </div>
    </>
  );
};

const facts = (proofType: ProofTypeId, row: HistoryRow): Pair[] => [
  row.parameters.latitude === undefined
    ? { label: 'Asked', value: profileOf(proofType).words.asked(row.parameters) }
    : {
        label: 'Claim',
        mono: true,
        value: coordinates(Number(row.parameters.latitude), Number(row.parameters.longitude)),
      },
  {
    label: 'Prover',
    mono: true,
    value:
      row.prover === '' ? (
        'not seen'
      ) : (
        <a class="link" href={agentPath(proofType, 'prover', row.prover)}>
          {shortAgent(row.prover)}
        </a>
      ),
  },
  {
    label: 'Payer',
    mono: true,
    value: (
      <a class="link" href={`/challenges?payer=${encodeURIComponent(row.payer)}`}>
        {shortId(row.payer)}
      </a>
    ),
  },
];

const proofFacts = (row: HistoryRow, { transcript, transcript_hash }: Evidence): Pair[] => [
  {
    label: 'Request',
    mono: true,
    value:
      transcript.block_hash === null
        ? `without a chain, ${transcript.request?.signature ? 'signed by the payer' : 'not signed'}`
        : `block ${transcript.block_number}, ${shortId(transcript.block_hash, 8, 4)}`,
  },
  ...(transcript.acceptance
    ? [
        { label: 'Accepted', mono: true, value: `entry ${count(transcript.acceptance.index)} of the log` },
        { label: 'Tries in 30 days', value: count(transcript.tries ?? 1) },
      ]
    : []),
  { label: 'Transcript', mono: true, value: shortId(transcript_hash, 8, 6) },
  ...(isDevelopment(transcript.settings) ? [{ label: 'Network', value: sentenceOf(developmentWords) }] : []),
  { label: 'Check it', mono: true, value: `npx trigpoint verify ${row.id}` },
];

const sentenceOf = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** The whole transcript as a file that `trigpoint verify` reads. */
const download = (evidence: Evidence): void => {
  const url = URL.createObjectURL(new Blob([JSON.stringify(evidence)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `trigpoint-${evidence.transcript.proof_type}-${evidence.transcript.challenge_id}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
