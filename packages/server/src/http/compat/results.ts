import { type challengeRoutes, type networkRoutes, parseReading, type ReplyOf } from '@trigpoint/protocol';
import type { ChallengeRow } from '../../challenge/challenges.ts';
import type { Context } from '../../context.ts';
import { wireClaims, wireReading } from '../../network/handlers.ts';
import { iso } from '../../times.ts';
import type { StreamedList } from '../handler.ts';

export type ResultsContext = Pick<Context, 'challenges' | 'records'>;
type Reading = ReturnType<typeof wireReading>;

/** How many readings of one challenge are told: as many as a prover's page has. */
const ofChallenge = 20;
/** How many readings of each prover a list of provers has. A reading has some kilobytes. */
const ofEach = 5;

/** Adds the outcome of its challenge to a reading, because older clients look for it there alone. */
const withOutcome = (reading: Reading, { proverClaims, submittedAt, verdict }: ChallengeRow) => {
  // A boolean, because clients test it as one, and the text "false" would count as true.
  const verified = verdict?.verified === 'true';
  return {
    ...reading,
    id: reading.challenge_id,
    claims: wireClaims(proverClaims),
    result: { challenge_succeeded: verified && parseReading(reading.message).series !== undefined },
    challenge_start_time: iso(submittedAt),
    consolidated_result: { ...verdict?.result, reason: verdict?.reason ?? '', verified },
  };
};

const withOutcomes = async ({ challenges }: ResultsContext, readings: readonly Reading[]) => {
  const known = new Map<string, ChallengeRow>();
  const found = [];
  for (const it of readings) {
    const id = it.challenge_id;
    // An agent's readings may be of several proof types.
    const challenge = known.get(id) ?? (await challenges.find(parseReading(it.message).proof_type, id));
    known.set(id, challenge);
    found.push(withOutcome(it, challenge));
  }
  return found;
};

export const writeAgent = async (
  { result }: ReplyOf<(typeof networkRoutes)['prover']>,
  _body: unknown,
  context: ResultsContext,
) => ({ result: { ...result, results: await withOutcomes(context, result.results) } });

export const writeAllProvers = (list: StreamedList<{ id: string }>, _body: unknown, context: ResultsContext) =>
  list.changed(async (provers) => {
    const found = [];
    for (const it of provers) {
      const readings = await context.records.results({ role: 'prover', id: it.id }, ofEach);
      const results = readings.map((reading) => wireReading(reading, reading.receivedAt));
      found.push({ ...it, results: await withOutcomes(context, results) });
    }
    return found;
  });

/** This operation answers at the top level. Older clients read every reply from `result`, so the answer stands in both. */
export const writeStatus = async (
  answer: ReplyOf<(typeof challengeRoutes)['challenge-status-dcl']>,
  _body: unknown,
  context: ResultsContext,
) => {
  const readings = await context.records.resultsOf(answer.id, ofChallenge);
  const results = readings.map((it) => wireReading(it, it.receivedAt));
  return { ...answer, result: { ...answer, results: await withOutcomes(context, results) } };
};
