import type { Logger } from 'pino';
import type { RefusalCode } from '../coordination/refusals.ts';
import type { Ended } from '../verdict/endings.ts';
import type { Metrics } from './metrics.ts';

/** Figures that are read from the network when somebody asks for the metrics. */
export const watchNetwork = (
  metrics: Metrics,
  read: { open: () => Promise<number>; agents: () => number; byNode: () => Promise<Record<string, number>> },
): void => {
  metrics.gauge('challenges_open', 'Challenges that have not ended', read.open);
  metrics.gauge('agents_connected', 'Agents connected to this node', read.agents);
  metrics.gauges(
    'node_agents',
    'Agents connected to each node that is alive, as the database has it',
    'node',
    read.byNode,
  );
};

/** Figures about challenges and readings, and one log line for each challenge that ended. The line has no positions. */
export const openChallengeFigures = (metrics: Metrics, log: Logger) => {
  const ended = metrics.counter('challenges_ended_total', 'Challenges this node ended', [
    'proof_type',
    'state',
    'verified',
  ]);
  const readings = metrics.counter('readings_total', 'Readings that came in, by what became of them', ['outcome']);
  const verdicts = metrics.histogram(
    'verdict_seconds',
    'Time that judging took',
    [0.002, 0.01, 0.05, 0.2, 1, 5],
    ['proof_type'],
  );
  const whole = metrics.histogram(
    'challenge_seconds',
    'Time from the request to the end, the wait for consent included',
    [0.5, 1, 2, 5, 10, 20, 50, 100],
    ['proof_type'],
  );
  return {
    ended: ({ challenge, state, verified, reason, endedAt, judgedMs, assignments, refusals }: Ended): void => {
      const { id, proofType, proverId: prover, payer } = challenge;
      const ms = endedAt - challenge.submittedAt;
      ended.inc({ proof_type: proofType, state, verified });
      verdicts.observe({ proof_type: proofType }, judgedMs / 1000);
      whole.observe({ proof_type: proofType }, ms / 1000);
      const told = { challenge: id, proofType, prover, payer, state, verified, reason, ms };
      log.info({ ...told, judgedMs: Math.round(judgedMs), assignments, refusals }, 'challenge ended');
    },
    outcome: (code: RefusalCode | 'accepted' | 'repeated'): void => readings.inc({ outcome: code }),
  };
};
